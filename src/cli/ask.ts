import { Writable } from 'node:stream';
import type { Choices } from '../inspect/drafting.ts';
import type { Question } from './questions.ts';
import type { World } from './world.ts';

/** Puts the questions with arrow keys; undefined when the person leaves. */
export async function askAll<Answers = Choices>(
  questions: readonly Question<Answers>[],
  world: World,
  begin: Answers = {} as Answers, // nothing is answered yet
): Promise<Answers | undefined> {
  const { isCancel, select } = await import('@clack/prompts');
  const output = outputOf(world);
  let choices = begin;
  for (const { ask, why, options, initial, take } of questions) {
    const answer = await select({
      message: `${ask}\n${why}`,
      options: options.map(({ value, label, hint }) => ({ value, label, hint })),
      initialValue: initial(choices),
      input: world.stdin,
      output,
    });
    if (isCancel(answer)) return undefined;
    choices = take(choices, answer);
  }
  return choices;
}

/** One line of text, asked until it is a good one; undefined when the person leaves. */
export async function askText(
  question: string,
  hint: string,
  isGood: (text: string) => boolean,
  world: World,
): Promise<string | undefined> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message: question,
    placeholder: hint,
    defaultValue: '',
    validate: (given = '') => (isGood(given) ? undefined : 'A number, or nothing.'),
    input: world.stdin,
    output: outputOf(world),
  });
  return isCancel(answer) ? undefined : answer;
}

const outputOf = (world: World): Writable =>
  new Writable({
    decodeStrings: false,
    write(told, _, done) {
      world.tell(String(told));
      done();
    },
  });
