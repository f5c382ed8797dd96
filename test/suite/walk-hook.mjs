import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** The files of build/ in the order in which a function that they export was first called since the walk began. */
let seen = new Set();
globalThis.beginWalk = () => {
  seen = new Set();
};
globalThis.endWalk = () => [...seen];

globalThis.watchCalls = (value, file) => {
  if (typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)))
    return (...given) => {
      seen.add(file);
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
