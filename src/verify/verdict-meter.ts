import type { Counter } from '../base/counting.ts';
import type { OnProgress } from '../base/progress.ts';
import type { Manifest } from '../release/manifest.ts';
import { hasPlainLines } from './series/line-classes.ts';

/** How far a verdict is, told as rows of the data file. */
export interface VerdictMeter {
  /** Bytes of the folder's files that were looked at. */
  readonly look: (bytes: number) => void;
  /** Of the question at hand, 0 to 1. */
  readonly share: (share: number) => void;
  /** A counter whose questions are counted. */
  readonly watch: (counter: Counter) => Counter;
  readonly end: () => void;
}

/**
 * A verdict looks at every byte once, then asks questions. Nobody knows how long a question will take, but those that read a file take most of
 * the time. The share never goes back, and only the end is all of it.
 */
export function verdictMeter(manifest: Manifest, withOriginal: boolean, onProgress: OnProgress = () => {}): VerdictMeter {
  const total = manifest.data.rows;
  const allBytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const allQuestions = usualWeight(manifest, withOriginal);
  const lookingShare = shareOfLooking(manifest);
  let [bytes, asked, weight, told] = [0, 0, 0, 0];
  const tell = (within = 0) => {
    const looked = allBytes === 0 ? 1 : Math.min(1, bytes / allBytes);
    const counted = Math.min(mostBeforeTheEnd, (asked + within * weight) / allQuestions);
    told = Math.max(told, lookingShare * looked + (1 - lookingShare) * counted);
    onProgress({ phase: 'verify', done: Math.floor(told * total), total, unit: 'rows' });
  };
  const asking =
    <Asked extends readonly unknown[], Answer>(ask: (sql: string, ...rest: Asked) => Promise<Answer>) =>
    async (sql: string, ...rest: Asked): Promise<Answer> => {
      weight = readsFile.test(sql) ? readingWeight : 1;
      const answer = await ask(sql, ...rest);
      asked += weight;
      weight = 0;
      tell();
      return answer;
    };
  tell();
  return {
    look(more) {
      bytes += more;
      tell();
    },
    share: tell,
    watch: ({ ask, numbers, columns, doubles, stream }) => ({
      ask: asking(ask),
      numbers: asking(numbers),
      columns: asking(columns),
      doubles: asking(doubles),
      stream: asking(stream),
    }),
    end: () => onProgress({ phase: 'verify', done: total, total, unit: 'rows', finished: true }),
  };
}

/** Of 500,000 series with 12 questions, 1.6 s: 0.2 s to look at the bytes, half of the rest for the one question that reads the file. Plain lines leave no question. */
const shareOfLooking = (manifest: Manifest): number => (hasPlainLines(manifest) ? 0.8 : 0.15);
const readingWeight = 10;
const mostBeforeTheEnd = 0.98;

const readsFile = /\bread_(csv|parquet|text)\(/;

/** What the questions of a release that holds weigh together; a test compares it with those that are asked. */
function usualWeight({ method }: Manifest, withOriginal: boolean): number {
  if (method === 'events') return withOriginal ? 81 : 15;
  if (method === 'kaca') return withOriginal ? 80 : 58;
  return withOriginal ? 59 : 22;
}
