// What module.enableCompileCache does, for a Node that lacks it: docs/decisions/0087.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

exports.loadCompiled = loadCompiled;

/** Loads a CommonJS program and what it requires by path. What V8 compiled of it is kept beside it, for each name and its flags apart. */
function loadCompiled(program, name) {
  const build = dirname(dirname(program));
  const kept = join(
    build,
    '.compiled',
    `${process.version}-${process.arch}`,
    [name, ...process.execArgv].join(' ').replaceAll(/[^\w.= -]/g, '_'),
  );
  const chunks = join(build, 'chunks');
  const installed = createRequire(program);
  const modules = new Map();
  const fresh = new Map();
  process.on('exit', (code) => {
    if (code === 0 && fresh.size > 0) keepFresh();
  });
  load(program);

  function load(path) {
    const loaded = modules.get(path);
    if (loaded !== undefined) return loaded.exports;
    const own = { exports: {} };
    modules.set(path, own);
    const folder = dirname(path);
    const require = (name) => (name.startsWith('.') ? load(join(folder, name)) : installed(name));
    compile(path).runInThisContext()(own.exports, require, own, path, folder);
    return own.exports;
  }

  /** V8 itself refuses what another V8 compiled, or one with other flags. */
  function compile(path) {
    const opening = '(function(exports, require, module, __filename, __dirname) {';
    const name = dirname(path) === chunks ? basename(path) : undefined; // which holds a hash of what is in it
    const cachedData = name && readKept(join(kept, name));
    const source = `${opening}${readFileSync(path, 'utf8')}\n})`;
    const script = new Script(source, { filename: path, columnOffset: -opening.length, cachedData });
    if (name !== undefined && (cachedData === undefined || script.cachedDataRejected)) fresh.set(name, script);
    return script;
  }

  /** At the end, as functions are compiled when they are first called. By the build's owner alone: another's files he could not remove. */
  function keepFresh() {
    try {
      if (process.getuid !== undefined && statSync(build).uid !== process.getuid()) return;
      mkdirSync(kept, { recursive: true });
      for (const [name, script] of fresh) writeKept(join(kept, name), script.createCachedData());
    } catch {} // a place that cannot be written to: the next start compiles again
  }
}

const digest = (bytes) => createHash('sha1').update(bytes).digest();
const digestBytes = 20;

/** Undefined where there is none, or a spoilt one, of which V8 would only look at the head. */
function readKept(path) {
  try {
    const bytes = readFileSync(path);
    const compiled = bytes.subarray(digestBytes);
    return digest(compiled).equals(bytes.subarray(0, digestBytes)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** In one step, as others may be starting. */
function writeKept(path, compiled) {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, Buffer.concat([digest(compiled), compiled]));
  renameSync(temporary, path);
}
