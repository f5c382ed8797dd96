import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aliases, families, familyOfMethod, methodsOf, usualMethodOf } from '../../src/policy/family.ts';
import { type Policy, parsePolicy } from '../../src/policy/policy.ts';
import { policyJsonSchema } from '../../src/policy/schema.ts';
import { releasedMethod, writtenPolicy } from '../../src/policy/written-policy.ts';

const parsed = (raw: unknown): Policy => {
  const policy = parsePolicy(raw);
  if (!policy.ok) throw new Error(policy.problems.map(({ code, what }) => `${code}: ${what}`).join('\n'));
  return policy.value;
};

const names = [...families.flatMap((family): readonly string[] => methodsOf[family]), ...Object.keys(aliases)];

describe('the family of a policy', () => {
  it('is found from the method, under whatever name', () => {
    for (const method of names) expect(parsed({ method }).family).toBe(familyOfMethod(method));
    expect(parsed({ method: 'events' })).toMatchObject({ family: 'events', method: 'flatten' });
    expect(parsed({ method: 'kaca' })).toMatchObject({ family: 'table', method: 'kmeans' });
    for (const clustering of methodsOf.table)
      expect(parsed({ method: 'kaca', clustering })).toEqual(
        parsed({ method: clustering, names: 'tolls', labelsOf: 'hierarchy' }),
      );
  });

  it('has a method where it is named alone', () => {
    expect(parsed({})).toMatchObject({ family: 'series', method: 'prism', effort: 'auto', k: 5, p: 5 });
    for (const family of families) expect(parsed({ family })).toMatchObject({ family, method: usualMethodOf[family] });
  });

  it('is found from the roles where nothing names it', () => {
    expect(parsed({ subject: 'who', time: 'at', event: 'what' }).family).toBe('events');
    expect(parsed({ subject: 'who', quasi: 'age', aggregate: 'count' }).family).toBe('table');
    expect(parsed({ subject: 'who', quasi: 'place:prefix,age' }).family).toBe('table');
    expect(parsed({ subject: 'who', quasi: ['age', 'exit:time'] }).family).toBe('table');
    expect(parsed({ subject: 'who', clustering: 'merge' })).toMatchObject({ family: 'table', method: 'merge' });
    expect(parsed({ subject: 'who', quasi: 'age:number' }).family).toBe('series');
  });

  it('counts by a time and a place without overlap, unless something cannot be proved', () => {
    const counts = { subject: 'who', quasi: 'place:prefix,exit:hour,kind:category', aggregate: 'count' };
    expect(parsed(counts)).toMatchObject({ method: 'disjoint', residue: 'generic' });
    expect(parsed({ ...counts, quasi: ['place:prefix', 'exit:weekday'] })).toMatchObject({ method: 'disjoint' });
    for (const other of [
      { aggregate: [] },
      { quasi: 'place:prefix' },
      { quasi: 'place,exit:hour' },
      { quasi: 'weight:number,exit:hour' },
      { quasi: 'a:prefix,b:prefix,c:prefix,d:prefix,e:prefix,f:prefix,exit:hour' },
      { hierarchy: { kind: 'kinds.csv' } },
      { names: 'tolls' },
      { method: 'local' },
    ])
      expect(parsed({ ...counts, ...other })).toMatchObject({ method: 'local' });
  });

  it.each([
    [{ family: 'series', method: 'merge' }, 'policy/other-family'],
    [{ family: 'series', method: 'events' }, 'policy/other-family'],
    [{ family: 'table', method: 'prism' }, 'policy/other-family'],
    [{ family: 'events', method: 'kaca' }, 'policy/other-family'],
    [{ family: 'curves' }, 'policy/bad-value'],
    [{ family: 7, method: 'naive' }, 'policy/bad-value'],
    [{ family: 'events', method: 'magic' }, 'policy/bad-value'],
    [{ method: 'merge', clustering: 'kmeans' }, 'policy/bad-value'],
    [{ family: 'events', clustering: 'merge' }, 'policy/other-method'],
    [{ method: 'naive', time: 'at' }, 'policy/other-method'],
    [{ method: 'naive', famly: 'series' }, 'policy/unknown-key'],
  ])('is not guessed where it makes no sense: %j', (raw, code) => {
    expect(parsePolicy(raw)).toMatchObject({ ok: false, problems: [{ code }] });
  });

  it('bears the name of its release in what is written, which can be run again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: 5, max: 50 }), (method, k) => {
        const policy = parsed({ method, k });
        const written = JSON.parse(JSON.stringify(writtenPolicy(policy)));
        const older = policy.family === 'series' || Object.hasOwn(aliases, method);
        expect(written.method).toBe(older ? releasedMethod(policy) : policy.method);
        expect(written.family).toBe(older ? undefined : policy.family);
        expect(parsed(written)).toEqual(policy);
        expect(parsed(policy)).toEqual(policy);
      }),
    );
  });
});

it('editors take a policy whose family is named, by whatever means, and no contradiction', () => {
  const { oneOf } = policyJsonSchema() as {
    oneOf: { required?: string[]; anyOf?: { required: string[] }[]; [key: string]: unknown }[];
  };
  const takes = (raw: object) => {
    const taking = oneOf.filter(({ required = [], anyOf = [], ...branch }) => {
      const has = (keys: readonly string[]) => keys.every((key) => key in raw);
      const named = anyOf.length === 0 || anyOf.some((one) => has(one.required));
      return has(required) && named && z.fromJSONSchema(branch).safeParse(raw).success;
    });
    return taking.length === 1;
  };
  for (const method of names) expect(takes({ method }), method).toBe(true);
  for (const family of families) expect(takes({ family }), family).toBe(true);
  for (const raw of [{}, { time: 'at' }, { event: 'what' }, { aggregate: ['count'] }, { method: 'kaca', clustering: 'merge' }])
    expect(takes(raw), JSON.stringify(raw)).toBe(true);
  for (const raw of [{ family: 'series', method: 'merge' }, { family: 'curves' }, { method: 'naive', time: 'at' }, { colour: 1 }])
    expect(takes(raw), JSON.stringify(raw)).toBe(false);
});
