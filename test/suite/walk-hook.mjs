import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Writes each file of build/ to the file named by WALK when a function it exports is first called. */
const seen = new Set();

function pass(file) {
  if (seen.has(file)) return;
  seen.add(file);
  appendFileSync(process.env.WALK, `${file}\n`);
}

globalThis.watchCalls = (value, file) => {
  if (typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)))
    return (...given) => {
      pass(file);
      return value(...given);
    };
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const held = Object.entries(value).map(([name, one]) => [
    name,
    typeof one === 'function' ? globalThis.watchCalls(one, file) : one,
  ]);
  return held.some(([name, one]) => value[name] !== one) ? Object.fromEntries(held) : value;
};

if (isMainThread) register('./walk-loader.mjs', import.meta.url);
