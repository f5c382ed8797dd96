import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../src/policy/policy.ts';
import { type PostgresAddress, postgresAddress, shownAddress } from '../../src/policy/postgres-address.ts';

const read = (text: string): PostgresAddress => {
  const address = postgresAddress(text, 'source');
  if (!address.ok) throw new Error(address.problems[0]?.why);
  return address.value;
};

const codeOf = (text: string, use: 'source' | 'target' = 'source'): string | undefined => {
  const address = postgresAddress(text, use);
  return address.ok ? undefined : address.problems[0]?.code;
};

describe('the address of a table', () => {
  it('names user, host, port, database and table', () => {
    expect(read('postgres://ana@db.example:5433/toll?table=exits')).toMatchObject({
      user: 'ana',
      host: 'db.example',
      port: 5433,
      database: 'toll',
      from: { table: 'exits' },
    });
  });

  it('may leave everything but the table to the environment', () => {
    expect(read('postgresql:///?table=exits')).toMatchObject({ host: undefined, user: undefined, database: undefined });
  });

  it.each([
    ['public.exits', 'public', 'exits'],
    ['"My.Schema"."the ""best"" table"', 'My.Schema', 'the "best" table'],
    ['Exits', undefined, 'Exits'],
    ['x; DROP TABLE y', undefined, 'x; DROP TABLE y'],
  ])('takes the table %s letter by letter', (text, schema, table) => {
    expect(read(`postgres://h/d?table=${encodeURIComponent(text)}`).from).toEqual({ schema, table });
  });

  it('takes a query as it stands: a plus is a plus, and a # begins nothing', () => {
    const query = "SELECT a + 1 AS b, c # 3 FROM t WHERE d LIKE '50%25' -- all";
    expect(read(`postgres://h/d?query=${query}`).from).toEqual({ query: query.replace('%25', '%') });
  });

  it('takes a socket folder and an IPv6 host', () => {
    expect(read('postgres://%2Fvar%2Frun%2Fpg/d?table=t').host).toBe('/var/run/pg');
    expect(read('postgres:///d?table=t&host=/tmp').host).toBe('/tmp');
    expect(read('postgres://[::1]:5432/d?table=t').host).toBe('::1');
  });

  it.each([
    ['postgres:exits', 'policy/bad-address'],
    ['postgres://h/d', 'policy/bad-address'],
    ['postgres://h:port/d?table=t', 'policy/bad-address'],
    ['postgres://h:70000/d?table=t', 'policy/bad-address'],
    ['postgres://h/d/e?table=t', 'policy/bad-address'],
    ['postgres://h/d?table=t&query=SELECT 1', 'policy/bad-address'],
    ['postgres://h/d?table=a.b.c', 'policy/bad-address'],
    ['postgres://h/d?table=', 'policy/bad-address'],
    ['postgres://h/d?tabel=t', 'policy/bad-address'],
    ["postgres://h/d?table=t&where=a LIKE 'b%'", 'policy/bad-address'],
    ['postgres://h/d?table=t&sslmode=maybe', 'policy/bad-address'],
    ['postgres://h/d?table=t&connect_timeout=soon', 'policy/bad-address'],
    ['postgres://u:pw@h/d?table=t', 'policy/password-in-address'],
    ['postgres://:pw@h/d?table=t', 'policy/password-in-address'],
    ['postgres://h/d?table=t&password=pw', 'policy/password-in-address'],
  ])('is refused: %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
    const policy = parsePolicy({ input: text });
    expect(policy.ok ? [] : policy.problems.map((problem) => [problem.code, problem.exit])).toEqual([[code, 2]]);
  });

  it('of an output is a table, without a condition or a query', () => {
    expect(codeOf('postgres://h/d?table=t', 'target')).toBeUndefined();
    for (const text of ['postgres://h/d?query=SELECT 1', 'postgres://h/d?table=t&where=true', 'release.csv', '/tmp/x'])
      expect(codeOf(text, 'target')).toBe('policy/bad-address');
    const policy = parsePolicy({ outTable: 'postgres://u:pw@h/d?table=t' });
    expect(policy.ok ? '' : policy.problems[0].code).toBe('policy/password-in-address');
  });

  it('suggests the parameter that was meant', () => {
    const address = postgresAddress('postgres://h/d?tabel=t', 'source');
    expect(address.ok ? '' : address.problems[0].why).toContain('Did you mean "table"?');
  });
});

describe('an address that is shown', () => {
  it('has no user, and of conditions and queries only that there are some', () => {
    expect(shownAddress("postgres://ana@h:1/d?table=s.t&where=name = 'Zz7'&columns=a")).toBe(
      'postgres://h:1/d?table=s.t&where=…',
    );
    expect(shownAddress("postgres://ana@h/d?query=SELECT 'Zz7'")).toBe('postgres://h/d?query=…');
    expect(shownAddress('work.csv')).toBe('work.csv');
  });

  it('never repeats a password, wherever a person put it', () => {
    const password = fc.stringMatching(/^Zz7[\w:/?#@&=%+ .-]{0,12}$/);
    const places = fc.constantFrom(
      (secret: string) => `postgres://ana:${secret}@host/d?table=t`,
      (secret: string) => `Postgres://:${secret}@host/d?table=t`,
      (secret: string) => `postgres:ana:${secret}@host/d?table=t`,
      (secret: string) => `postgresql://host/d?table=t&password=${secret}`,
      (secret: string) => `postgres://ana:1?${secret}@host/d?table=t`,
      (secret: string) => `postgres://ana@host/d?table=t&where=a = '${secret}'`,
    );
    fc.assert(
      fc.property(password, places, (secret, place) => {
        const address = postgresAddress(place(secret), 'source');
        expect(JSON.stringify([shownAddress(place(secret)), address.ok ? [] : address.problems])).not.toContain('Zz7');
      }),
    );
  });
});
