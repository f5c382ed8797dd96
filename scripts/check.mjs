// All checks at once, as most of them keep one processor busy: what each says is printed whole when it ends, and one that fails is enough.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const checks = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));

const ended = await Promise.all(checks.map(([name, command]) => run(name, command)));
if (ended.some((code) => code !== 0)) process.exit(1);

/** The exit code of a command, which npm finds among the installed ones. */
function run(name, command) {
  const env = { ...process.env, GOGC: '400' }; // the compiler of types, a program of Go, spends a fifth of its time on its memory otherwise
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}: ${command}\n${Buffer.concat(said)}`);
      resolve(code);
    });
  });
}
