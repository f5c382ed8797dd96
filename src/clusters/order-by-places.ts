/** The numbers 0 .. size - 1 by their places, of equal places by themselves. Sorted without a comparator, which takes three times as long. */
export function orderByPlaces(places: Float64Array, size: number): Uint32Array {
  const sorted = places.slice(0, size).sort();
  const taken = new Uint32Array(size);
  const order = new Uint32Array(size);
  for (let i = 0; i < size; i++) {
    const first = firstNotBelow(sorted, places[i]);
    order[first + taken[first]++] = i;
  }
  return order;
}

function firstNotBelow(sorted: Float64Array, place: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
