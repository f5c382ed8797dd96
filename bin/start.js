// Starts a program of dist/, with what an earlier start of it compiled: docs/decisions/0087.
const { enableCompileCache } = require('node:module');

exports.start = start;

/** `name` is what is started, as others call other functions. */
function start(program, name) {
  if (enableCompileCache === undefined) {
    require('node:v8').setFlagsFromString('--interrupt-budget=1000000'); // fifteen times as many steps before a function is optimised: a third of a small run was that (docs/decisions/0096)
    require('./load-compiled.js').loadCompiled(program, name);
  } else {
    enableCompileCache(); // from Node 22.8 on
    require(program);
  }
}
