import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../../src/engine/local/local-counting.ts';
import type { Manifest } from '../../../src/release/manifest.ts';
import { numbersRows } from '../../../src/risk/overlap/class-members.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-numbered-'));
  mkdirSync(join(home, 'internal'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('evidence', () => {
  it.each([
    ['_subject;_row', true],
    ['_row', true],
    ['what;week;_subject', false], // of a cluster that does not number rows
  ])('with the columns %s numbers rows: %s', async (header, numbers) => {
    writeFileSync(join(home, 'internal', 'evidence.csv'), `${header}\n${header.replaceAll(/\w+/g, '1')}\n`);
    const manifest = { method: 'events', data: { format: 'csv', delimiter: ';' } } as unknown as Manifest;
    expect(await localCounting({ threads: 1 }).withCounter((counter) => numbersRows(counter, home, manifest))).toBe(numbers);
  });
});
