import { Exit } from '../base/problem.ts';
import { shellWord } from '../base/shell-word.ts';
import type { Command } from './command.ts';
import { forceFlag } from './flags.ts';
import { missingArgument } from './problems.ts';
import { refuse } from './talk.ts';

const usage = 'shoal sign RELEASE --key FILE, or shoal sign --new-key FILE';

export const sign: Command = {
  name: 'sign',
  usage,
  summary: 'sign the manifest of a release that holds, so that others can prove who published it',
  flags: [
    { name: 'key', value: 'FILE', help: 'the private key; nothing of it gets into the release' },
    { name: 'new-key', value: 'FILE', help: 'make a key: FILE signs and stays with you, FILE.pub is for everybody' },
    { ...forceFlag, help: 'replace a signature' },
  ],
  takes: 'folder',
  examples: ['shoal sign --new-key publisher.key', 'shoal sign release --key signing.key'],
  async run({ positionals, flags }, world) {
    const [folder] = positionals;
    const { key, 'new-key': made, force } = flags;
    const wanted = made === undefined ? [folder, key] : [folder ?? made];
    const surplus = positionals.length > 1 || (made !== undefined && (folder !== undefined || key !== undefined));
    if (surplus || wanted.some((one) => one === undefined)) return refuse([missingArgument('sign', usage)], world);
    const api = await import('../index.ts');
    if (made !== undefined) {
      const pair = api.newSigningKey(String(made));
      if (!pair.ok) return refuse(pair.problems, world);
      world.print(`${pair.value.key}\n${pair.value.publicKey}\n`);
      world.tell(`keep     the first to yourself; hand out the second\n`);
      return Exit.done;
    }
    const signed = await api.sign(String(folder), { key: String(key), force: force === true, signal: world.signal });
    if (!signed.ok) return refuse(signed.problems, world);
    world.print(`${signed.value.signature}\n`);
    world.tell(`next     ${world.command} verify ${shellWord(String(folder))} --key PUBLIC, with the public half of the key\n`);
    return Exit.done;
  },
};
