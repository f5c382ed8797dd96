import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { ok, refused } from '../../../src/base/result.ts';
import { bringRelease } from '../../../src/engine/spark/bring-release.ts';
import type { SparkColumn } from '../../../src/engine/spark/connect/rows.ts';
import type { SparkSession } from '../../../src/engine/spark/connect/session.ts';
import { statementFailed } from '../../../src/engine/spark/problems.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-brought-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const root = 'hdfs://name/release/';
const texts = (name: string, values: readonly string[]): SparkColumn => ({ name, type: 'text', values });
const rowsOf = (...columns: SparkColumn[]) => ({ rowCount: columns[0]?.values.length ?? 0, columns });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Lie {
  readonly path?: (path: string) => string;
  readonly hash?: (hash: string) => string;
  readonly sent?: (bytes: Buffer) => Buffer;
}

/** A cluster that holds some files, and answers the four statements of bringing; pieces come last first. */
function clusterWith(files: Readonly<Record<string, Buffer>>, { path = same, hash = same, sent = same }: Lie = {}) {
  const all = Object.entries(files).map(([name, bytes]) => ({ path: path(root + name), bytes }));
  const asked: string[] = [];
  const session = {
    async query(sql: string) {
      asked.push(sql);
      if (!sql.includes('sha2'))
        return files['manifest.json'] === undefined
          ? refused(statementFailed('sc://name', 'PATH_NOT_FOUND', '42K03'))
          : ok(rowsOf(texts('path', [`${root}manifest.json`])));
      const columns = [
        texts(
          'path',
          all.map((one) => one.path),
        ),
        texts(
          'length',
          all.map(({ bytes }) => String(bytes.length)),
        ),
        texts(
          'hash',
          all.map(({ bytes }) => hash(hashOf(bytes))),
        ),
      ];
      return ok(rowsOf(...columns));
    },
    async execute(sql: string) {
      asked.push(sql);
      return ok(undefined);
    },
    async stream(sql: string, onRows: (rows: ReturnType<typeof rowsOf>) => Promise<void>) {
      asked.push(sql);
      const size = 2 ** 20;
      const pieces = all.flatMap((one) => {
        const bytes = sent(one.bytes);
        return Array.from({ length: Math.max(1, Math.ceil(bytes.length / size)) }, (_, i) => ({
          path: one.path,
          place: i,
          piece: bytes.subarray(i * size, (i + 1) * size),
        }));
      });
      for (const { path: of, place, piece } of pieces.toReversed())
        await onRows(
          rowsOf(
            texts('path', [of]),
            { name: 'place', type: 'int', values: Int32Array.of(place) },
            { name: 'piece', type: 'bytes', values: [piece] },
          ),
        );
      return ok(pieces.length);
    },
  };
  return { asked, session: session as unknown as SparkSession }; // of a session it has what is asked for
}
const same = <Value>(value: Value): Value => value;

const files = {
  'manifest.json': Buffer.from('{}'),
  'data-00001.csv': Buffer.alloc(2_500_000, 'čšž, '),
  'empty.csv': Buffer.alloc(0),
  'internal/evidence.csv': Buffer.from('row\n1\n'),
};

const bring = (session: SparkSession) => bringRelease(session, { release: 'hdfs://name/release', folder: join(home, 'copy') });
const codesOf = (bringing: Promise<void>): Promise<readonly string[]> =>
  bringing.then(
    () => [],
    (error: unknown) => (error instanceof Refusal ? error.problems.map(({ code }) => code) : [String(error)]),
  );

describe('a release that lies in a cluster', () => {
  it('comes here byte for byte, folders of it too, in whatever order its pieces come', async () => {
    const { session, asked } = clusterWith(files);
    await bring(session);
    const names = readdirSync(join(home, 'copy'), { recursive: true, encoding: 'utf8' }).toSorted();
    expect(names).toEqual(['data-00001.csv', 'empty.csv', 'internal', 'internal/evidence.csv', 'manifest.json']);
    for (const [name, bytes] of Object.entries(files)) expect(readFileSync(join(home, 'copy', name)).equals(bytes)).toBe(true);
    expect(asked).toHaveLength(4);
  });

  it.each<[string, Lie]>([
    ['a piece changed on its way', { sent: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)) }],
    ['a piece was lost', { sent: (bytes) => bytes.subarray(0, 2 ** 20) }],
    ['the cluster hashed something else', { hash: () => hashOf(Buffer.from('else')) }],
  ])('is refused where %s', async (_, lie) => {
    expect(await codesOf(bring(clusterWith(files, lie).session))).toEqual(['spark/release-changed']);
  });

  it.each(['../out.csv', 'internal/../../out.csv', 'a//b', '/etc/x'])('never writes beside its folder: %s', async (name) => {
    mkdirSync(join(home, 'copy'));
    writeFileSync(join(home, 'kept.csv'), '1');
    const path = (one: string) => (one.endsWith('empty.csv') ? (name.startsWith('/') ? `file:${name}` : root + name) : one);
    expect(await codesOf(bring(clusterWith(files, { path }).session))).toEqual(['spark/release-changed']);
    expect(readdirSync(home).toSorted()).toEqual(['copy', 'kept.csv']);
  });

  it('is not there without its manifest', async () => {
    const { 'manifest.json': _, ...others } = files;
    expect(await codesOf(bring(clusterWith(others).session))).toEqual(['spark/no-input']);
  });
});
