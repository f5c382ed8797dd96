// Checks and tests at once: tests often wait for a process or a page, and checks take that time. A check that fails ends the tests, as they would pass or fail for nothing.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const checks = begin('node', ['scripts/check.mjs']);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const tests = begin(process.execPath, ['--max-semi-space-size=64', vitest, 'run', ...process.argv.slice(2)]); // what it hands to workers fills a small heap often
if ((await checks.ended) !== 0) {
  process.exitCode = 1;
  tests.child.kill('SIGINT');
}
if ((await tests.ended) !== 0) process.exitCode = 1;

/** A command that npm finds among the installed ones, and its exit code; none where a signal ended it. */
function begin(command, words) {
  const child = spawn(command, words, { stdio: 'inherit' });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { child, ended };
}
