/** Like `Promise.all`, but a fault is thrown once all have ended: nobody may still be at work while the caller cleans up. */
export async function onceAllEnded<const Begun extends readonly unknown[]>(
  begun: Begun,
): Promise<{ -readonly [Place in keyof Begun]: Awaited<Begun[Place]> }> {
  await Promise.allSettled(begun);
  return Promise.all(begun);
}
