import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { policySchema } from '../../src/policy/policy.ts';
import type {
  EventsInput,
  KapraInput,
  NaiveInput,
  PolicyInput,
  PrismInput,
  SweepGrid,
  TableInput,
} from '../../src/policy/policy-input.ts';
import type { sweepSchema } from '../../src/policy/sweep-grid.ts';

type Written = z.input<typeof policySchema>;
type ByMethod<Method> = Frozen<Extract<Written, { method?: Method }>>;
type ByFamily<Family> = Omit<Frozen<Extract<Written, { family?: Family | undefined }>>, 'method'>;

/** As it may not be changed: what is made of the schema is readonly throughout. */
type Frozen<Value> = Value extends (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** True where both have the same keys, of the same types. */
type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? ([A, B] extends [B, A] ? true : false) : false;

const same = <A, B>(_: Same<A, B>): void => {};

describe('the interfaces that editors show', () => {
  it('take what the schema takes, setting by setting', () => {
    same<NaiveInput, ByMethod<'naive'>>(true);
    same<KapraInput, ByMethod<'kapra'>>(true);
    same<PrismInput, ByMethod<'prism' | undefined>>(true);
    same<Omit<EventsInput, 'method'>, ByFamily<'events'>>(true);
    same<Omit<TableInput, 'method'>, ByFamily<'table'>>(true);
    same<SweepGrid, Frozen<z.input<typeof sweepSchema>>>(true);
    same<{ k: 1; p?: 2 }, { k: 1 }>(false);
  });

  it('refuse to compile with a misspelt setting, or one of another method', () => {
    const policies: readonly PolicyInput[] = [
      { method: 'prism', mu: 1, effort: 'fast' },
      // @ts-expect-error misspelt
      { method: 'prism', efort: 'fast' },
      // @ts-expect-error Naive has no weight of shape
      { method: 'naive', mu: 1 },
      // @ts-expect-error not a value it takes
      { method: 'flatten', pseudonym: 'hash' },
    ];
    expect(policies.length).toBe(4);
  });

  it('are made of the schema as it is now: "npm run docs" makes them', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const check = () =>
      execFileSync('node_modules/.bin/tsx', ['scripts/policy-types.ts', '--check'], { cwd: root, stdio: 'pipe' });
    expect(check).not.toThrow();
  });
});
