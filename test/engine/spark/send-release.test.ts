import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { ok, refused } from '../../../src/base/result.ts';
import type { SparkSession } from '../../../src/engine/spark/connect/session.ts';
import { sparkNoPermission, statementFailed } from '../../../src/engine/spark/problems.ts';
import { checkRoom, sendRelease } from '../../../src/engine/spark/send-release.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-sent-'));
  mkdirSync(join(folder, 'internal'));
  const files = { 'manifest.json': '{}', 'rows-00002.csv': 'b\n', 'rows-00001.csv': 'a\n', 'internal/evidence.csv': 'secret\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const to = '/name/2026';
const column = (values: readonly string[]) => ({ name: 'x', type: 'text', values });

/** A cluster with a file system of its own, in which somebody else writes behind so many files. */
function cluster({
  meddle = () => {},
  takes = true,
}: {
  meddle?: (files: Map<string, Uint8Array>) => void;
  takes?: boolean;
} = {}) {
  const files = new Map<string, Uint8Array>();
  const sent: string[] = [];
  const session = {
    name: 'sc://name',
    async execute() {
      return files.size > 0 ? ok(undefined) : refused(statementFailed('sc://name', 'PATH_NOT_FOUND', '42K03'));
    },
    async query() {
      const hashes = Array.from(files.values(), (bytes) => createHash('sha256').update(bytes).digest('hex'));
      const paths = Array.from(files.keys(), (path) => `hdfs://name${path}`);
      return ok({ rowCount: files.size, columns: [column(paths), column(hashes)] });
    },
    async artifact(name: string, bytes: Uint8Array) {
      if (!takes) return refused(sparkNoPermission('sc://name'));
      const [, path = ''] = /^forward_to_fs(\/.*)$/.exec(name) ?? [];
      files.set(path, bytes);
      sent.push(path);
      meddle(files);
      return ok(undefined);
    },
  };
  return { files, sent, session: session as unknown as SparkSession }; // of a session it has what is asked for
}

const codesOf = (sending: Promise<void>): Promise<readonly string[]> =>
  sending.then(
    () => [],
    (error: unknown) => (error instanceof Refusal ? error.problems.map(({ code }) => code) : [String(error)]),
  );

describe('a release that is sent to a cluster', () => {
  it('lies there without what is internal, its manifest last', async () => {
    const { session, sent } = cluster();
    await sendRelease(session, { folder, to });
    expect(sent).toEqual([`${to}/rows-00001.csv`, `${to}/rows-00002.csv`, `${to}/manifest.json`]);
  });

  it.each<[string, (files: Map<string, Uint8Array>) => void]>([
    ['changed', (files) => files.set(`${to}/rows-00001.csv`, Buffer.from('c\n'))],
    ['lost', (files) => files.size === 2 && files.delete(`${to}/rows-00001.csv`)],
    ['too many', (files) => files.set(`${to}/rows-00003.csv`, Buffer.from('c\n'))],
  ])('has no manifest where a file is %s', async (_, meddle) => {
    const { session, files } = cluster({ meddle });
    expect(await codesOf(sendRelease(session, { folder, to }))).toEqual(['spark/release-not-sent']);
    expect([...files.keys()]).not.toContain(`${to}/manifest.json`);
  });

  it('is refused where something lies there already', async () => {
    const { session, sent, files } = cluster();
    files.set(`${to}/sub/old.csv`, Buffer.from('x'));
    expect(await codesOf(checkRoom(session, { to }))).toEqual(['spark/release-there']);
    expect(await codesOf(sendRelease(session, { folder, to }))).toEqual(['spark/release-there']);
    expect(sent).toEqual([]);
  });

  it('is refused where the cluster does not take it, or is not asked by a plain path', async () => {
    expect(await codesOf(sendRelease(cluster({ takes: false }).session, { folder, to }))).toEqual(['spark/release-not-sent']);
    for (const path of ['published', '/', '/a/../b', '/a/*', '/a/{b,c}', '/a/_b', '/a b', 'hdfs://name/a', '/a/'])
      expect(await codesOf(checkRoom(cluster().session, { to: path }))).toEqual(['spark/release-path']);
  });
});
