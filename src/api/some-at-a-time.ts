/**
 * Works through the items, `most` of them at a time, and answers in their order. After a fault no further item is begun, and the fault is
 * thrown once all that had begun have ended: nobody may still be at work while the caller cleans up.
 */
export async function someAtATime<Item, Value>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values = new Array<Value>(items.length);
  const left = items.entries();
  let failed = false;
  const hand = async () => {
    for (const [place, item] of left) {
      if (failed) return;
      try {
        values[place] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const hands = Array.from({ length: Math.min(most, items.length) }, hand);
  await Promise.allSettled(hands);
  await Promise.all(hands);
  return values;
}
