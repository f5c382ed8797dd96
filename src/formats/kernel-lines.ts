import { crc32 } from './crc.ts';
import { BadMessage } from './kernel-message.ts';

/**
 * What a cluster and the kernels on it say to each other, line by line with tabs between. In: the number of a task, its kernel, and its message. Out: the same
 * number and the answer, and one last line that says how many there were of both. A script that stops reading loses what it was given without
 * a word, so every task is owed an answer, and the last line makes the others true.
 */
export const kernelProtocol = 2;

/** Bytes as text that no shell, quote or separator can break, and what tells whether they arrived whole. */
export const asCell = (bytes: Buffer): { readonly sum: string; readonly text: string } => ({
  sum: crc32(bytes).toString(16),
  text: bytes.toString('base64'),
});

export function fromCell(sum: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (crc32(bytes).toString(16) !== sum) throw new BadMessage('a message did not arrive whole');
  return bytes;
}

export const answerLine = (ticket: string, bytes: Buffer): string => {
  const { sum, text } = asCell(bytes);
  return `answer\t${kernelProtocol}\t${ticket}\t${sum}\t${text}\n`;
};

export const endLine = (tasks: number, answers: number): string => `end\t${kernelProtocol}\t${tasks}\t${answers}\n`;

export type KernelLine =
  | { readonly kind: 'answer'; readonly ticket: number; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly tasks: number; readonly answers: number }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'misshapen' };

/** A line that came back; of what stands in one that is not ours nothing is told. */
export function readKernelLine(line: string): KernelLine {
  const cells = line.split('\t');
  const [word, protocol] = cells;
  const numbers = cells.slice(2, 4).map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : -1));
  if ((word === 'answer' || word === 'end') && protocol !== String(kernelProtocol)) return { kind: 'foreign' };
  if (word === 'end' && cells.length === 4 && !numbers.includes(-1))
    return { kind: 'end', tasks: numbers[0], answers: numbers[1] };
  if (word !== 'answer' || cells.length !== 5 || numbers[0] < 0) return { kind: 'misshapen' };
  try {
    return { kind: 'answer', ticket: numbers[0], bytes: fromCell(cells[3], cells[4]) };
  } catch {
    return { kind: 'misshapen' };
  }
}
