/**
 * A task or an answer of a kernel as bytes: plain values as JSON, and behind them every typed array as it lies in memory, of little end as all our
 * machines are. Structured clones differ from one version of Node to the next; these do not.
 */
const arrayTypes = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array] as const;
type AnyArray = InstanceType<(typeof arrayTypes)[number]>;

/** What is not of this form; nothing is told of what stands in it. */
export class BadMessage extends Error {}

const align = 8;
const alignedBytes = (bytes: number): number => Math.ceil(bytes / align) * align;

export function packMessage(value: unknown): Buffer {
  const arrays: AnyArray[] = [];
  let at = 0;
  const head = JSON.stringify(plainOf(value));
  const length = Buffer.byteLength(head);
  const first = alignedBytes(4 + length);
  const bytes = Buffer.alloc(first + at);
  bytes.writeUInt32LE(length, 0);
  bytes.write(head, 4);
  let to = first;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), to);
    to += alignedBytes(array.byteLength);
  }
  return bytes;

  function plainOf(of: unknown): unknown {
    if (typeof of === 'number')
      return Number.isFinite(of) && !Object.is(of, -0) ? of : { number: String(Object.is(of, -0) ? '-0' : of) };
    if (ArrayBuffer.isView(of)) return { array: addArray(of) };
    if (Array.isArray(of)) return of.map(plainOf);
    if (typeof of === 'object' && of !== null)
      return {
        object: Object.fromEntries(
          Object.entries(of).flatMap(([name, one]) => (one === undefined ? [] : [[name, plainOf(one)]])),
        ),
      };
    return of;
  }

  function addArray(of: ArrayBufferView): readonly number[] {
    const type = arrayTypes.findIndex((known) => of instanceof known);
    if (type < 0) throw new BadMessage('an array is of a type that no kernel has');
    const array = of as AnyArray; // one of the list
    arrays.push(array);
    at += alignedBytes(array.byteLength);
    return [type, at - alignedBytes(array.byteLength), array.length];
  }
}

export function unpackMessage(bytes: Uint8Array): unknown {
  const own = bytes.byteOffset % align === 0 ? bytes : Uint8Array.from(bytes); // 64-bit columns are read in place
  const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
  const length = own.byteLength >= 4 ? view.getUint32(0, true) : own.byteLength;
  if (4 + length > own.byteLength) throw new BadMessage('a message is cut short');
  const first = alignedBytes(4 + length);
  return plainBack(JSON.parse(Buffer.from(own.buffer, own.byteOffset + 4, length).toString()));

  function plainBack(of: unknown): unknown {
    if (Array.isArray(of)) return of.map(plainBack);
    if (typeof of !== 'object' || of === null) return of;
    if ('number' in of) return Number(of.number);
    if ('array' in of) return arrayAt(of.array as readonly [number, number, number]); // as packMessage writes it
    if (!('object' in of)) throw new BadMessage('a value is of no known form');
    return Object.fromEntries(Object.entries(of.object as object).map(([name, one]) => [name, plainBack(one)]));
  }

  function arrayAt([type, from, count]: readonly [number, number, number]): AnyArray {
    const Type = arrayTypes[type];
    if (Type === undefined || first + from + count * Type.BYTES_PER_ELEMENT > own.byteLength)
      throw new BadMessage('an array lies outside its message');
    return new Type(own.buffer as ArrayBuffer, own.byteOffset + first + from, count);
  }
}
