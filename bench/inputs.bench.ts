import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Input, inspect, unwrap } from 'shoal';

/**
 * Short rows by each door against the same rows as a CSV file: CPU seconds of the whole process while `inspect` reads them, the least of three, and how many
 * times the file's they are. Rows are a million, or what is asked for.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const file = join(folder, 'rows.csv');

function* rows() {
  for (let i = 0; i < count; i++) yield { id: `p${i}`, age: i % 90, town: `town ${i % 300}`, paid: (i % 1000) / 8 };
}

async function* slowRows() {
  yield* rows();
}

async function cpuSeconds(input: () => Input): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const begun = process.cpuUsage();
    unwrap(await inspect({ input: input(), threads: 2 }));
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

try {
  const lines = ['id,age,town,paid'];
  for (const row of rows()) lines.push(Object.values(row).join(','));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const bare = await cpuSeconds(() => file);
  console.log('| door | rows | CPU s | in files |\n|---|---|---|---|');
  for (const [door, input] of Object.entries({ file: () => file, iterable: rows, 'async iterable': slowRows })) {
    const seconds = door === 'file' ? bare : await cpuSeconds(input);
    console.log(`| ${door} | ${count} | ${seconds.toFixed(2)} | ${(seconds / bare).toFixed(1)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
