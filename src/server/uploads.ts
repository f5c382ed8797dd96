import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createWriteStream,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { readEndings } from '../formats/formats.ts';
import { Denial } from './http-problem.ts';
import { notFound, tooLarge } from './problems.ts';
import { tooManyUploads, unknownUpload, uploadIncomplete, uploadInUse, wrongOffset } from './upload-problems.ts';

const storedSchema = z.strictObject({
  id: z.string(),
  owner: z.string(),
  ending: z.string(),
  length: z.int(),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
});
type Stored = Readonly<z.infer<typeof storedSchema>>;

/** An upload as its owner sees it. The name that the file had is nowhere. */
export const uploadSchema = z
  .strictObject({
    id: z.string(),
    bytes: z.int().describe('Bytes that have arrived: where to go on'),
    length: z.int().describe('Bytes that it will have'),
    complete: z.boolean(),
    format: z.string().describe('Ending that says how it is read'),
    created: z.iso.datetime(),
    expires: z.iso.datetime().describe('When it is removed'),
  })
  .describe('Data that was sent to be looked at and published');
export type ShownUpload = Readonly<z.infer<typeof uploadSchema>>;

/** Data that clients sent, each in a folder of its own until its time is over. */
export interface Uploads {
  create(owner: string, ending: string, length: number): ShownUpload;
  /** Adds bytes at the end, which must be where the client thinks it is. What arrived of a request that was cut off stays. */
  append(id: string, owner: string, offset: number, bytes: Readable): Promise<ShownUpload>;
  find(id: string, owner: string): ShownUpload;
  list(owner: string): readonly ShownUpload[];
  remove(id: string, owner: string): Promise<void>;
  /** Gives a whole upload a second name in a folder, so that whoever reads it there is not disturbed when it is removed here. */
  linkInto(folder: string, id: string, owner: string): string;
  /** Puts the first lines of a large text into a folder, to be looked at within seconds; undefined of one that is small, or no plain text. */
  headInto(folder: string, id: string, owner: string): string | undefined;
  /** Bytes that an owner's uploads have or will have. */
  heldBy(owner: string): number;
  /** All there are, for whoever runs the server. */
  count(): { readonly files: number; readonly bytes: number };
  stop(): void;
}

export interface UploadRules {
  readonly maxUploadBytes: number;
  /** What a first look reads; of a file that is not much larger it reads all. */
  readonly firstLookBytes: number;
  /** Seconds that an upload is kept. */
  readonly uploadTime: number;
  readonly now: () => Date;
}

/** A text is large where it is so many times what a first look reads. */
const large = 16;

/** Uploads of one owner at once. */
const most = 100;

/** Endings that tell how to read a file, such as `.csv.gz`; of a client's name nothing else is looked at. */
const endings = new RegExp(`(${readEndings.join('|').replaceAll('.', '\\.')})(\\.gz)?$`, 'i');
export const endingOf = (name: string): string => endings.exec(name)?.[0].toLowerCase() ?? '.csv';

export function openUploads(
  folder: string,
  { maxUploadBytes, firstLookBytes: headBytes, uploadTime, now }: UploadRules,
): Uploads {
  const stored = new Map<string, Stored>();
  const writing = new Set<string>();
  const dataOf = ({ id, ending }: Stored) => join(folder, id, `input${ending}`);
  const isOver = ({ expires }: Stored) => now() >= new Date(expires);
  const discard = async (id: string): Promise<void> => {
    stored.delete(id);
    await rm(join(folder, id), { recursive: true, force: true, maxRetries: 5 });
  };
  /** One whose time is over is gone for whoever asks, before anybody has removed it. */
  const own = (id: string, owner: string): Stored | undefined => {
    const found = stored.get(id);
    return found === undefined || found.owner !== owner || isOver(found) ? undefined : found;
  };
  const uploadNamed = (id: string, owner: string): Stored => {
    const found = own(id, owner);
    if (found === undefined) throw new Denial(notFound('There is no such upload.'));
    return found;
  };
  const show = (one: Stored): ShownUpload => {
    const { id, ending, length, created, expires } = one;
    const bytes = statSync(dataOf(one), { throwIfNoEntry: false })?.size ?? 0;
    const complete = bytes === length && !writing.has(id);
    return { id, bytes, length, complete, format: ending.slice(1), created, expires };
  };
  const ofOwner = (owner: string) => [...stored.values()].filter((one) => one.owner === owner && !isOver(one));

  for (const id of readdirSync(folder)) {
    const one = storedIn(join(folder, id));
    if (one?.id === id && !isOver(one)) stored.set(id, one);
    else void discard(id);
  }
  const cleaner = setInterval(
    () => {
      for (const one of stored.values()) if (isOver(one) && !writing.has(one.id)) void discard(one.id);
    },
    Math.min(60_000, uploadTime * 500),
  );
  cleaner.unref();

  return {
    create(owner, ending, length) {
      if (length > maxUploadBytes) throw new Denial(tooLarge('The upload', `${maxUploadBytes / 1e6} MB`));
      if (ofOwner(owner).length >= most) throw new Denial(tooManyUploads(most));
      const id = randomBytes(16).toString('hex'); // nobody can guess it
      const begun = now();
      const expires = new Date(begun.getTime() + uploadTime * 1000).toISOString();
      const one: Stored = { id, owner, ending, length, created: begun.toISOString(), expires };
      mkdirSync(join(folder, id), { mode: 0o700 });
      writeFileSync(dataOf(one), '', { mode: 0o600, flag: 'wx' });
      writeFileSync(join(folder, id, 'upload.json'), JSON.stringify(one), { mode: 0o600, flush: true });
      stored.set(id, one);
      return show(one);
    },
    async append(id, owner, offset, bytes) {
      const one = uploadNamed(id, owner);
      if (writing.has(id)) throw new Denial(uploadInUse());
      const { bytes: before } = show(one);
      if (offset !== before) throw new Denial(wrongOffset(offset, before));
      writing.add(id);
      let size = before;
      const meter = new Transform({
        transform(piece: Buffer, _, next) {
          size += piece.length;
          if (size > one.length) next(new Denial(tooLarge('What was sent', 'the upload said it would be')));
          else next(null, piece);
        },
      });
      try {
        await pipeline(bytes, meter, createWriteStream(dataOf(one), { flags: 'a' }));
      } catch (error) {
        if (size > one.length) await truncate(dataOf(one), before); // whatever this is, it is not the rest of the file
        throw error;
      } finally {
        writing.delete(id);
      }
      return show(one);
    },
    find: (id, owner) => show(uploadNamed(id, owner)),
    list: (owner) => ofOwner(owner).map(show),
    async remove(id, owner) {
      uploadNamed(id, owner);
      if (writing.has(id)) throw new Denial(uploadInUse());
      await discard(id);
    },
    linkInto(target, id, owner) {
      const one = own(id, owner);
      if (one === undefined) throw new Denial(unknownUpload());
      const { complete, bytes, length } = show(one);
      if (!complete) throw new Denial(uploadIncomplete(bytes, length));
      linkSync(dataOf(one), join(target, `input${one.ending}`));
      return `input${one.ending}`;
    },
    headInto(target, id, owner) {
      const one = own(id, owner);
      if (one === undefined || one.length < large * headBytes || !/^\.(csv|tsv|txt|ndjson|jsonl)$/.test(one.ending))
        return undefined;
      const bytes = Buffer.alloc(headBytes);
      const file = openSync(dataOf(one), 'r');
      const read = readSync(file, bytes, 0, headBytes, 0);
      closeSync(file);
      const end = bytes.lastIndexOf(0x0a, read - 1);
      if (end <= 0) return undefined;
      writeFileSync(join(target, `input${one.ending}`), bytes.subarray(0, end + 1), { mode: 0o600 });
      return `input${one.ending}`;
    },
    heldBy: (owner) => ofOwner(owner).reduce((sum, { length }) => sum + length, 0),
    count: () => ({ files: stored.size, bytes: [...stored.values()].reduce((sum, { length }) => sum + length, 0) }),
    stop: () => clearInterval(cleaner),
  };
}

function storedIn(folder: string): Stored | undefined {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(join(folder, 'upload.json'), 'utf8')));
  } catch {
    return undefined;
  }
}
