import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  draftPolicy,
  generate,
  inspect,
  type Problem,
  ProblemError,
  parsePolicy,
  plan,
  type Result,
  unwrap,
  verify,
} from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-surface-'));
});
afterAll(() => rmSync(home, { recursive: true }));

describe('unwrap', () => {
  it('gives the value of a result', async () => {
    const made = unwrap(await generate('work', { rows: 10, seed: 1, out: join(home, 'ten.csv') }));
    expect(made.rows).toBe(10);
  });

  it('throws every problem at once, with the code of the first and sentences to read', async () => {
    const refused = await verify(join(home, 'nowhere'));
    if (refused.ok) throw new Error('there is nothing to verify');
    const thrown = catchError(() => unwrap(refused));
    expect(thrown).toBeInstanceOf(ProblemError);
    expect(thrown).toMatchObject({ name: 'ProblemError', code: 'verify/no-such-folder', problems: refused.problems });
    for (const part of ['what', 'why', 'fix'] as const) expect(thrown.message).toContain(refused.problems[0][part]);
  });

  function catchError(work: () => unknown): ProblemError {
    try {
      work();
    } catch (error) {
      return error as ProblemError;
    }
    throw new Error('nothing was thrown');
  }
});

describe('draftPolicy', () => {
  it.each(['work', 'events', 'tolls', 'walks'] as const)('gives %s a policy as an object and as the same file', async (kind) => {
    const input = join(home, `${kind}.csv`);
    unwrap(await generate(kind, { rows: 2000, seed: 1, out: input }));
    const { policy, yaml } = draftPolicy(unwrap(await inspect({ input })), input);
    expect(policy).toEqual(parse(yaml));
    expect(parsePolicy(policy)).toMatchObject({ ok: true });
    expect(await plan(policy)).toMatchObject({ ok: true });
  });
});

describe('the code of a problem', () => {
  it('does not compile where it is misspelt', () => {
    const codeOf = (result: Result<unknown>): boolean => {
      const [problem]: readonly Problem[] = result.ok ? [] : result.problems;
      // @ts-expect-error there is no such code
      if (problem?.code === 'policy/typo') return true;
      return problem?.code === 'policy/k-too-large';
    };
    expect(codeOf({ ok: true, value: 1 })).toBe(false);
  });
});
