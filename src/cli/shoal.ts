import { ownPackage } from '../base/own-files.ts';
import { Exit, Refusal } from '../base/problem.ts';
import { keepThreadsAwake } from '../base/wake-threads.ts';
import { unknownCommand } from './problems.ts';
import { bugReport, refuse } from './talk.ts';
import { parseWords } from './words.ts';
import type { World } from './world.ts';

/** The whole program as a function of its words and its world. */
export async function shoal(words: readonly string[], world: World): Promise<Exit> {
  const [name] = words;
  if (name === '--version' || name === '-v') {
    world.print(`${ownPackage().version}\n`);
    return Exit.done;
  }
  const endWork = keepThreadsAwake();
  try {
    return await perform(words, world);
  } finally {
    endWork();
  }
}

async function perform([name, ...rest]: readonly string[], world: World): Promise<Exit> {
  const { commands } = await import('./commands.ts'); // not to tell a version
  const { commandHelp, overview } = await import('./help.ts');
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = commands.find((command) => command.name === rest[0]);
    world.print(
      about === undefined ? overview(commands, ownPackage().version, world.command) : await commandHelp(about, rest[1]),
    );
    return name === undefined ? Exit.usage : Exit.done;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined)
    return refuse(
      [
        unknownCommand(
          name,
          commands.map((candidate) => candidate.name),
        ),
      ],
      world,
    );
  const parsed = parseWords(command, rest);
  if (!parsed.ok) return refuse(parsed.problems, world);
  if (parsed.value.flags.help === true) {
    world.print(await commandHelp(command, parsed.value.positionals[0] ?? parsed.value.flags.method));
    return Exit.done;
  }
  try {
    return await command.run(parsed.value, world);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.problems, world);
    world.tell(bugReport(error, world));
    return Exit.bug;
  }
}
