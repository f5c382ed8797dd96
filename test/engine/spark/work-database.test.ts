import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import type { SparkSession } from '../../../src/engine/spark/connect/session.ts';
import { workDatabase } from '../../../src/engine/spark/work-database.ts';

const here = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const dead = spawnSync(process.execPath, ['--version']).pid;
const now = Math.floor(Date.now() / 1000);
const session = '00112233-4455-4677-8899-aabbccddeeff';
const nameOf = (host: string, pid: number, begun: number, id = session.replaceAll('-', '')) =>
  `shoal_work_${host}_${pid}_${begun}_${id}`;

/** What a cluster is asked that has some databases, between the making and the removal of one more. */
const askedOf = (...there: readonly string[]) => askedWhere(undefined, ...there);

/** The same where the databases lie in a folder that is known, and are likely to lie in a warehouse. */
async function askedWhere(
  folder: string | undefined,
  ...there: readonly string[]
): Promise<{ readonly name: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const cluster = {
    id: 'ffeeddcc-bbaa-4988-b766-554433221100',
    async execute(sql: string) {
      asked.push(sql);
      return ok(undefined);
    },
    async artifact(name: string) {
      asked.push(name);
      return ok(undefined);
    },
    async query(sql: string) {
      if (sql.startsWith('SET') && folder !== undefined) {
        const [keys, values] = [['spark.sql.warehouse.dir'], [folder.startsWith('elsewhere') ? 'file:/warehouse' : folder]];
        return ok({ rowCount: 1, columns: [keys, values].map((own) => ({ name: 'key', type: 'text', values: own })) });
      }
      if (sql.startsWith('DESCRIBE') && folder !== undefined) {
        const [names, values] = [['Location'], [`${folder}/${/`(.+)`/.exec(sql)?.[1]}.db`]];
        return ok({ rowCount: 1, columns: [names, values].map((own) => ({ name: 'info', type: 'text', values: own })) });
      }
      const values = sql.startsWith('SHOW') ? there : [];
      return ok({ rowCount: values.length, columns: [{ name: 'namespace', type: 'text', values }] });
    },
    async endOther(id: string) {
      asked.push(`end ${id}`);
    },
  } as Partial<SparkSession> as SparkSession; // all that is asked of it here
  const work = workDatabase(cluster);
  await work.make(new AbortController().signal);
  await work.remove();
  return { name: work.name, asked };
}

describe('the work database of a run', () => {
  it('is called after its machine, its process and its session', async () => {
    const { name, asked } = await askedOf();
    expect(name).toMatch(new RegExp(`^shoal_work_${here}_${process.pid}_\\d+_ffeeddccbbaa4988b766554433221100$`));
    expect(asked).toEqual([`CREATE DATABASE \`${name}\``, `DROP DATABASE IF EXISTS \`${name}\` CASCADE`]);
  });

  it('comes after those of killed runs: their sessions are ended first, and they are removed again at the end', async () => {
    const left = nameOf(here, dead, now - 60);
    const { name, asked } = await askedOf(left);
    expect(asked).toEqual([
      `end ${session}`,
      `DROP DATABASE IF EXISTS \`${left}\` CASCADE`,
      `CREATE DATABASE \`${name}\``,
      `DROP DATABASE IF EXISTS \`${name}\` CASCADE`,
      `CREATE DATABASE IF NOT EXISTS \`${left}\``,
      `DROP DATABASE IF EXISTS \`${left}\` CASCADE`,
    ]);
  });

  it('has a file in its folder before there is a database, as an empty folder is found by nobody', async () => {
    for (const folder of ['file:/ware house', 'hdfs://name:8020/ware house', 'file:///ware house']) {
      const { name, asked } = await askedWhere(folder);
      const made = [`forward_to_fs/ware house/${name}.db/made`, `CREATE DATABASE \`${name}\``];
      expect(asked).toEqual([...made, `DROP DATABASE IF EXISTS \`${name}\` CASCADE`]);
    }
  });

  it('has a file in its folder where it lies elsewhere, and leaves none in the warehouse', async () => {
    const { name, asked } = await askedWhere('elsewhere:/ware house');
    const [, begun] = /_(\d+)_[0-9a-f]{32}$/.exec(name) ?? [];
    const stray = name.replace(`_${begun}_`, `_${Number(begun) - 1}_`);
    expect(asked).toEqual([
      `forward_to_fs/warehouse/${name}.db/made`,
      `CREATE DATABASE \`${name}\``,
      `CREATE DATABASE \`${stray}\` LOCATION 'file:/warehouse/${name}.db'`,
      `DROP DATABASE IF EXISTS \`${stray}\` CASCADE`,
      `forward_to_fs/ware house/${name}.db/made`,
      `DROP DATABASE IF EXISTS \`${name}\` CASCADE`,
    ]);
  });

  it('leaves those alone whose run may live: of a process of this machine, and of another machine for a day', async () => {
    const { asked } = await askedOf(
      nameOf(here, process.pid, now - 90_000),
      nameOf('00000000', dead, now - 80_000),
      'shoal_work_of_somebody_else',
    );
    expect(asked).toHaveLength(2);
    const old = nameOf('00000000', dead, now - 90_000);
    expect((await askedOf(old)).asked.slice(0, 2)).toEqual([`end ${session}`, `DROP DATABASE IF EXISTS \`${old}\` CASCADE`]);
  });

  it('comes after those that name no session, too', async () => {
    const left = nameOf(here, dead, now - 60, '89abcdef');
    expect((await askedOf(left)).asked[0]).toBe(`DROP DATABASE IF EXISTS \`${left}\` CASCADE`);
  });
});
