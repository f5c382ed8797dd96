import { onceAllEnded } from '../base/once-all-ended.ts';

/** Works through the items, `most` of them at a time, and answers in their order. After a fault no further item is begun. */
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
  await onceAllEnded(Array.from({ length: Math.min(most, items.length) }, hand));
  return values;
}
