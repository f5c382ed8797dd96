import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sparkAddress } from '../../src/engine/spark/connect/address.ts';
import { recordsOf } from '../../src/engine/spark/connect/rows.ts';
import { connectSpark, type SparkSession } from '../../src/engine/spark/connect/session.ts';
import { codesOf, openSession, unwrap } from './cluster.ts';

let session: SparkSession;
beforeAll(async () => {
  session = await openSession();
  unwrap(await session.configure({ 'spark.sql.ansi.enabled': 'true' })); // 3.5 is lenient by default
});
afterAll(() => session.close());

const records = async (sql: string) => recordsOf(unwrap(await session.query(sql)));
/** Runs until it is interrupted. */
const endless = "SELECT count(*) FROM range(0, 100000000000L, 1, 4) WHERE sha2(CAST(id AS STRING), 256) LIKE '00000000000%'";

describe('a query', () => {
  it('answers every type as it is', async () => {
    const all = `SELECT 1 a, 2L b, 'č 日本' c, true d, 1.5D e, CAST(NULL AS STRING) f, X'0102' g, 9007199254740993L h, CAST('NaN' AS DOUBLE) i, -0.0D j`;
    expect(await records(all)).toEqual([
      { a: 1, b: 2, c: 'č 日本', d: true, e: 1.5, f: null, g: Uint8Array.of(1, 2), h: 9007199254740993n, i: Number.NaN, j: -0 },
    ]);
  });

  it('may have no rows, and has its columns even then', async () => {
    const { rowCount, columns } = unwrap(await session.query('SELECT id, CAST(id AS STRING) t FROM range(0)'));
    expect([rowCount, columns.map(({ name, type }) => [name, type])]).toEqual([
      0,
      [
        ['id', 'long'],
        ['t', 'text'],
      ],
    ]);
  });

  it('gives the rows of many batches in their order', async () => {
    const pieces: number[] = [];
    let next = 0n;
    const count = await session.stream('SELECT id FROM range(0, 1000000, 1, 5)', ({ columns: [id] }) => {
      pieces.push(id.values.length);
      for (const value of id.values) if (value !== next++) throw new Error(`row ${next}`);
    });
    expect([unwrap(count), pieces.length > 1]).toEqual([1_000_000, true]);
  });

  it.each([
    ['SELECT nothing FROM range(3)', 'UNRESOLVED_COLUMN.WITH_SUGGESTION', '42703'],
    ['SELEC 1', 'PARSE_SYNTAX_ERROR', '42601'],
    ["SELECT CAST(concat('secret', id) AS INT) FROM range(3)", 'CAST_INVALID_INPUT', '22018'],
    ["SELECT raise_error('secret')", 'USER_RAISED_EXCEPTION', 'P0001'],
    ['SELECT * FROM secret_table', 'TABLE_OR_VIEW_NOT_FOUND', '42P01'],
  ])('that fails tells class and SQLSTATE, and nothing of the data: %s', async (sql, errorClass, sqlState) => {
    const failed = await session.query(sql);
    expect(codesOf(failed)).toEqual(['spark/statement-failed']);
    expect(JSON.stringify(failed)).not.toMatch(/secret/i);
    if (session.version.startsWith('4.')) expect(failed).toMatchObject({ problems: [{ facts: { errorClass, sqlState } }] });
  });

  it('of days or lists says what to cast', async () => {
    expect(codesOf(await session.query('SELECT current_date() d'))).toEqual(['spark/unsupported-type']);
  });

  it('tells how far it is, where the server does, and never more than all', async () => {
    const told: boolean[] = [];
    unwrap(
      await session.query('SELECT max(sha2(CAST(id AS STRING), 256)) FROM range(0, 3000000, 1, 6)', {
        onTasks: ({ done, total }) => void told.push(done <= total),
      }),
    );
    expect(told).not.toContain(false);
    expect(told.length > 0).toBe(!session.version.startsWith('3.'));
  });
});

/** Resolves when tasks run: an interrupt before that may miss the job, as Spark cancels jobs that it has and not those to come. */
function whenTasksRun() {
  let tell = () => {};
  const running = new Promise<void>((done) => {
    tell = done;
  });
  if (session.version.startsWith('3.')) setTimeout(tell, 5000); // it tells nothing
  return { running, onTasks: ({ total }: { total: number }) => total > 0 && tell() };
}

describe('an interrupt', () => {
  it('by a signal ends the statement on the cluster, and the promise with its reason', async () => {
    const abort = new AbortController();
    const { running, onTasks } = whenTasksRun();
    const asked = session.query(endless, { signal: abort.signal, onTasks });
    void running.then(() => abort.abort(new Error('enough')));
    await expect(asked).rejects.toThrow('enough');
    expect(await records('SELECT count(*) n FROM (SELECT /*+ REPARTITION(2) */ id FROM range(10))')).toEqual([{ n: 10 }]); // both cores are free
  });

  it('of the session ends what it runs', async () => {
    const { running, onTasks } = whenTasksRun();
    const asked = session.execute(`CREATE TABLE t USING parquet AS ${endless.replace('count(*)', 'count(*) n')}`, { onTasks });
    await running;
    await session.interrupt();
    expect(codesOf(await asked)).toEqual(['spark/interrupted']);
  });

  it('of another session ends it with what it runs, and cores are free again', async () => {
    const other = await openSession();
    const { running, onTasks } = whenTasksRun();
    const asked = other.execute(`CREATE TABLE o USING parquet AS ${endless.replace('count(*)', 'count(*) n')}`, { onTasks });
    await running;
    await session.endOther(other.id);
    expect((await asked).ok).toBe(false);
    expect((await other.query('SELECT 1')).ok).toBe(session.version.startsWith('3.')); // which knows no end of a session
    expect(await records('SELECT count(*) n FROM (SELECT /*+ REPARTITION(2) */ id FROM range(10))')).toEqual([{ n: 10 }]);
    await other.close();
  });
});

describe('an upload', () => {
  it('brings many rows in pieces, texts with gaps among them', async () => {
    const length = 250_000;
    unwrap(
      await session.upload('sent', [
        { name: 'k', type: 'long', values: BigInt64Array.from({ length }, (_, i) => BigInt(i) - 5n) },
        { name: 'd', type: 'double', values: Float64Array.from({ length }, (_, i) => i / 4) },
        { name: 'a `name`', type: 'text', values: Array.from({ length }, (_, i) => (i % 10 === 0 ? null : `č\t\n${i}`)) },
      ]),
    );
    const asked = 'SELECT count(*) n, min(k) k, sum(d) d, count(`a ``name```) t, max(`a ``name```) m FROM sent';
    expect(await records(asked)).toEqual([{ n: length, k: -5, d: (length * (length - 1)) / 8, t: 225_000, m: 'č\t\n99999' }]);
  });

  it('brings every type, and no rows as well', async () => {
    const rows = (n: number) =>
      session.upload('small', [
        { name: 'i', type: 'int', values: new Int32Array(n).fill(-7) },
        { name: 'b', type: 'boolean', values: new Array(n).fill(true) },
        { name: 'x', type: 'bytes', values: new Array(n).fill(Uint8Array.of(0, 255)) },
      ]);
    unwrap(await rows(2));
    expect(await records('SELECT * FROM small')).toEqual(Array(2).fill({ i: -7, b: true, x: Uint8Array.of(0, 255) }));
    unwrap(await rows(0));
    expect(await records('SELECT * FROM small')).toEqual([]);
  });
});

describe('an artifact', () => {
  it('lies with every executor', async () => {
    unwrap(await session.artifact('files/note.txt', Buffer.from('hello\n')));
    unwrap(await session.artifact('files/large.bin', new Uint8Array(2_500_000).fill(7)));
    const look =
      "SELECT TRANSFORM(id) USING 'cat ./*/note.txt; wc -c < ./*/large.bin; cat >/dev/null' AS (x STRING) FROM range(0, 2, 1, 2)";
    expect((await records(look)).map(({ x }) => x).toSorted()).toEqual(['2500000', '2500000', 'hello', 'hello']);
  });
});

describe('a lost connection', () => {
  it('is taken up where it was cut, without a row lost or doubled', async () => {
    const { host, port } = unwrap(sparkAddress(process.env.SHOAL_SPARK ?? ''));
    const sockets = new Set<Socket>();
    const proxy = createServer((near) => {
      const far = connect(port, host);
      for (const socket of [near, far])
        socket
          .on('error', () => {})
          .on('close', () => {
            near.destroy();
            far.destroy();
          });
      near.pipe(far).pipe(near);
      sockets.add(near);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const { port: through } = proxy.address() as { port: number }; // it listens on a port
    const cut = unwrap(await connectSpark(unwrap(sparkAddress(`sc://127.0.0.1:${through}`))));
    let next = 0n;
    let cuts = 0;
    const count = await cut.stream(
      'SELECT id, sha2(CAST(id AS STRING), 256) t FROM range(0, 400000, 1, 4)',
      ({ columns: [id] }) => {
        for (const value of id.values) if (value !== next++) throw new Error(`row ${next}`);
        if (cuts < 3 && ++cuts) for (const socket of sockets) socket.destroy();
      },
    );
    await cut.close();
    proxy.close();
    expect([unwrap(count), cuts]).toEqual([400_000, 3]);
  });
});
