/** Where segment i of a series of `length` instants starts; segments differ by an instant where `segments` does not divide it. */
export const segmentStart = (i: number, length: number, segments: number): number => Math.floor((i * length) / segments);
