// Calls the program of build/ once for each line of words in WALKS, as one process: to load it watched takes longer than most commands do.
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';

const { shoal } = await import('../../build/cli/shoal.js');
for (const { name, words } of JSON.parse(readFileSync(process.env.WALKS, 'utf8'))) {
  let told = '';
  globalThis.beginWalk(name);
  const code = await shoal(words, {
    print() {},
    tell: (text) => void (told += text),
    stdin: Readable.from([]),
    env: {},
    terminal: false,
    printsToTerminal: false,
    asks: false,
    columns: 80,
    command: 'shoal',
    now: () => performance.now(),
    signal: new AbortController().signal,
    onInterrupt() {},
  });
  if (code !== 0) throw new Error(`${words.join(' ')}\n${told}`);
  writeFileSync(`${name}.txt`, globalThis.endWalk().join('\n'));
}
