import { cpSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { policyFlags } from '../../src/cli/flags.ts';
import { keysOf } from '../../src/policy/policy.ts';
import { onFewRows } from '../suite/few-rows.ts';
import { runScript } from './shell.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeAll(() => {
  place = openPlace();
});
afterAll(() => place.remove());

/** Every page of help: each command, and the pages of methods that a command names. */
async function pages(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { name } of commands) {
    const { stdout } = await place.call([name, '--help']);
    found.set(name, stdout);
    const methods = new RegExp(`shoal ${name} --help (\\S+)`).exec(stdout)?.[1].split('|') ?? [];
    for (const method of methods) found.set(`${name} ${method}`, (await place.call([name, '--help', method])).stdout);
  }
  return found;
}

describe('--help', () => {
  it('fits a screen of 40 lines and 100 columns, on each page, and ends with two examples', async () => {
    for (const [name, page] of await pages()) {
      const lines = page.trimEnd().split('\n');
      expect(page, name).toMatch(new RegExp(`^shoal ${name.split(' ')[0]}`));
      expect(lines.length, name).toBeLessThanOrEqual(40);
      expect(Math.max(...lines.map((line) => line.length)), name).toBeLessThanOrEqual(100);
      const examples = lines.slice(lines.indexOf('examples:') + 1);
      expect(examples.length, name).toBe(2);
      for (const example of examples) expect(example).toMatch(new RegExp(`^  shoal ${name.split(' ')[0]}\\b`));
    }
  });

  it('of the program itself fits too', async () => {
    const lines = (await place.call(['--help'])).stdout.split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('is the same however it is asked for', async () => {
    const plain = await place.call(['run', '--help']);
    expect((await place.call(['help', 'run'])).stdout).toBe(plain.stdout);
    expect((await place.call(['run', 'work.csv', '--help'])).stdout).toBe(plain.stdout);
    const events = await place.call(['run', '--help', 'events']);
    for (const words of [
      ['help', 'run', 'events'],
      ['run', '--method', 'events', '--help'],
    ])
      expect((await place.call(words)).stdout).toBe(events.stdout);
    expect(events.stdout).not.toBe(plain.stdout);
  });

  it.each(['run', 'plan'])('of %s tells every flag of a method on its common page or on that of the method', async (name) => {
    const found = await pages();
    for (const [method, keys] of Object.entries(keysOf)) {
      const told = `${found.get(name)}${found.get(`${name} ${method}`)}${found.get(`${name} files`)}${found.get(`${name} release`)}`;
      for (const flag of policyFlags.filter(({ key }) => key !== undefined && keys.includes(key)))
        expect(told, method).toMatch(new RegExp(`^  (-\\w, )?--${flag.name}( |\\n)`, 'm'));
    }
  });

  it('gives examples whose flags exist', () => {
    for (const { flags, examples } of commands)
      for (const example of examples)
        for (const [, flag] of example.matchAll(/ --([a-z-]+)/g))
          expect(
            flags.map(({ name }) => name),
            example,
          ).toContain(flag);
  });
});

describe('each example', () => {
  /** Commands that go on until they are stopped. */
  const endless = ['serve', 'studio'];
  /** What stands where the example is run. */
  const needs: Readonly<Record<string, readonly string[]>> = {
    run: ['work.csv', 'shoal.yaml'],
    plan: ['work.csv', 'shoal.yaml'],
    sweep: ['work.csv', 'shoal.yaml'],
    inspect: ['work.csv', 'alarms.csv'],
    init: ['work.csv', 'alarms.csv'],
    hierarchy: ['work.csv'],
    verify: ['release'],
    sign: ['release', 'signing.key'],
    attack: ['release', 'work.csv'],
    ledger: ['release', 'releases.ledger', 'releases.ledger.key'],
    report: ['release', 'shoal-demo'],
    mcp: ['work.csv', 'shoal.yaml'],
    compare: ['release-5', 'release-10', 'naive', 'kapra'],
  };
  const served = commands.filter(({ name }) => endless.includes(name)).flatMap(({ examples }) => examples);

  it.each(served)('%s', async (text) => {
    place.write('token', 'a-secret-of-more-than-thirty-two-characters');
    const { child, ended } = place.start([...text.split(' ').slice(1), '--port', '0', '--state', place.path('state')]);
    await new Promise((resolve) => {
      child.stdout.once('data', resolve); // its address: it listens
      child.once('close', resolve);
    });
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect(stdout, stderr).toMatch(/^http:\/\/\S+\n$/);
    expect(code).toBe(0);
  });

  it('of demo is one that its own tests run', () => {
    expect(commands.find(({ name }) => name === 'demo')?.examples).toEqual(['shoal demo', 'shoal demo series --json']); // test/cli/commands.test.ts
  });

  const examples = commands
    .filter(({ name }) => ![...endless, 'demo'].includes(name))
    .flatMap(({ name, examples }) => examples.map((text) => [text, name] as const));

  beforeAll(async () => {
    await place.call(['generate', 'work', '--rows', '60', '--out', 'work.csv', '--progress', 'none']);
    await place.call(['generate', 'events', '--rows', '3000', '--out', 'alarms.csv', '--progress', 'none']);
    await place.call(['init', 'work.csv', '--progress', 'none']);
    await place.call(['run', '--out', 'release', '--ledger', 'releases.ledger', '-k', '10', '--progress', 'none']);
    await place.call(['sign', '--new-key', 'signing.key']);
    for (const out of ['release-5', 'naive', 'shoal-demo/series'])
      await place.call(['run', '--out', out, '-k', '10', '--progress', 'none']);
    for (const out of ['release-10', 'kapra'])
      await place.call(['run', '--out', out, '--method', 'kapra', '-k', '10', '-p', '5', '--progress', 'none']);
  });

  it.each(examples)('%s', async (text, name) => {
    // a whole grid is swept by those of docs/sweep.md
    const folder = place.path(`example ${examples.findIndex(([other]) => other === text)}`);
    mkdirSync(`${folder}/.config/fish/completions`, { recursive: true });
    for (const file of needs[name] ?? []) cpSync(place.path(file), `${folder}/${file}`, { recursive: true });
    const { code, stderr } = await runScript(name === 'sweep' ? `${text} --p 2 --max-level 5` : onFewRows(text), place, {
      cwd: folder,
      env: { HOME: folder },
    });
    expect(code, stderr).toBe(0);
  });
});
