import { Refusal } from '../../base/problem.ts';
import { asCell, readKernelLine } from '../../formats/kernel-lines.ts';
import { orThrow } from './cluster.ts';
import { columnNamed } from './connect/rows.ts';
import type { SparkSession, StatementOptions } from './connect/session.ts';
import { workerDied, workerForeign, workerLostTasks, workerMisshapen } from './problems.ts';
import { sqlName } from './sql.ts';

/** A task on its way to a kernel; `ticket` is the number that its answer bears. */
export interface CarriedTask {
  readonly ticket: number;
  readonly kernel: string;
  readonly message: Buffer;
}

export interface CarryRequest {
  readonly view: string;
  readonly tasks: readonly CarriedTask[];
  readonly command: string;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** Has the executors do some tasks: they travel as an uploaded view, and every one of them is answered once, or all are refused. */
export async function carryTasks(
  session: SparkSession,
  { view, tasks, command, onStatement }: CarryRequest,
  onAnswer: (ticket: number, message: Buffer) => void,
  options: StatementOptions = {},
): Promise<void> {
  const cells = tasks.map(({ message }) => asCell(message));
  const columns = [
    { name: 'ticket', type: 'int', values: Int32Array.from(tasks, ({ ticket }) => ticket) },
    { name: 'kernel', type: 'text', values: tasks.map(({ kernel }) => kernel) },
    { name: 'sum', type: 'text', values: cells.map(({ sum }) => sum) },
    { name: 'task', type: 'text', values: cells.map(({ text }) => text) },
  ] as const;
  orThrow(await session.upload(view, columns, options));
  const sql = tasksSql(view, command);
  onStatement?.(sql);
  const answers = openAnswers(session.name, tasks, onAnswer);
  const told = await session.stream(sql, (rows) => answers.add(columnNamed(rows, 'line', 'text').values), options);
  if (!told.ok)
    throw new Refusal(
      ...told.problems.map((one) =>
        one.code === 'spark/statement-failed' ? workerDied(session.name, String(one.facts.errorClass)) : one,
      ),
    );
  answers.finish();
  orThrow(await session.execute(`DROP VIEW IF EXISTS ${sqlName(view)}`, options));
}

/** One text column comes back: a line with too many cells would else be cut to size in silence. */
export const tasksSql = (view: string, command: string): string =>
  `SELECT TRANSFORM(ticket, kernel, sum, task) ${rowFormat('\\t')} USING '${command}' AS (line STRING) ${rowFormat('\\u0001')} FROM ${sqlName(view)}`;

const rowFormat = (separator: string): string =>
  `ROW FORMAT DELIMITED FIELDS TERMINATED BY '${separator}' LINES TERMINATED BY '\\n' NULL DEFINED AS '\\\\N'`;

/** Hears the lines of all processes, and compares them with what was sent. */
function openAnswers(name: string, tasks: readonly CarriedTask[], onAnswer: (ticket: number, message: Buffer) => void) {
  const due = new Set(tasks.map(({ ticket }) => ticket));
  const told = { tasks: 0, answers: 0 };
  const tasksLost = () => new Refusal(workerLostTasks(name, tasks.length, tasks.length - due.size));
  return {
    add(lines: readonly string[]): void {
      for (const text of lines) {
        const line = readKernelLine(text);
        switch (line.kind) {
          case 'foreign':
            throw new Refusal(workerForeign(name));
          case 'misshapen':
            throw new Refusal(workerMisshapen(name));
          case 'end':
            told.tasks += line.tasks;
            told.answers += line.answers;
            break;
          case 'answer':
            if (!due.delete(line.ticket)) throw tasksLost();
            onAnswer(line.ticket, line.bytes);
            break;
          default:
            line satisfies never;
        }
      }
    },
    finish(): void {
      if (due.size > 0 || told.tasks !== tasks.length || told.answers !== tasks.length) throw tasksLost();
    },
  };
}
