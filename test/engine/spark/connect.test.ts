import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/base/result.ts';
import { sparkAddress } from '../../../src/engine/spark/connect/address.ts';
import { usualPatience } from '../../../src/engine/spark/connect/channel.ts';
import type { Tasks } from '../../../src/engine/spark/connect/messages.ts';
import { bytesField, joinParts, numberField } from '../../../src/engine/spark/connect/protobuf.ts';
import { recordsOf } from '../../../src/engine/spark/connect/rows.ts';
import { connectSpark, type SparkSession } from '../../../src/engine/spark/connect/session.ts';
import { draws } from '../../suite/draws.ts';
import { type FakeServer, fakeServer, type RecordedCall, recordedBy } from './fake-server.ts';

const frames = recordedBy('4.3.0');
const quick = { ...usualPatience, connect: 2000, pauses: [1, 1, 1] };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const codesOf = (result: Result<unknown>): readonly string[] => (result.ok ? [] : result.problems.map(({ code }) => code));
const connectTo = async (address: string, patience = quick) => {
  const read = sparkAddress(address);
  return read.ok ? connectSpark(read.value, patience) : read;
};

/** A session on a server that answers so. */
const sessionOn = (...answers: readonly RecordedCall[]) => sessionBy(frames.version, answers);

async function sessionBy(
  version: readonly RecordedCall[],
  answers: readonly RecordedCall[],
): Promise<{ session: SparkSession; server: FakeServer }> {
  const server = await fakeServer([...version, ...answers]);
  open.push(server);
  const session = await connectTo(server.address);
  if (!session.ok) throw new Error(codesOf(session).join());
  open.push(session.value);
  return { session: session.value, server };
}

const sixRows = [0, 1, 2, 3, 4, 5].map((id) => ({ id, t: String(id), d: id / 4, m: id % 2 === 0 ? null : 'č', b: id > 2 }));
const [rows] = frames.rows;
const reattached = (messages: readonly string[]): RecordedCall => ({ ...rows, method: 'ReattachExecute', messages });
const notFound = frames['unknown operation'][0];

describe.each(['4.3.0', '3.5.9'])('what a server of %s answered', (version) => {
  const answered = recordedBy(version);
  const sessionHere = (...answers: readonly RecordedCall[]) => sessionBy(answered.version, answers);

  it('is read as rows by column', async () => {
    const { session, server } = await sessionHere(...answered.rows);
    const answer = await session.query('SELECT …');
    expect(session.version).toBe(answered.spark);
    expect(answer.ok && recordsOf(answer.value)).toEqual(sixRows);
    expect(server.calls.map(({ method }) => method)).toEqual(['AnalyzePlan', 'ExecutePlan', 'ReleaseExecute']);
  });

  it('may be no rows', async () => {
    const { session } = await sessionHere(...answered.empty);
    const answer = await session.query('SELECT …');
    expect(answer).toMatchObject({ value: { rowCount: 0, columns: [{ name: 'id' }, { name: 't' }] } });
  });

  it('is a failure by its class, never by its words', async () => {
    const { session } = await sessionHere(...answered.unresolved);
    const answer = await session.query('SELECT …');
    expect(answer).toMatchObject({ problems: [{ code: 'spark/statement-failed' }] });
    expect(JSON.stringify(answer)).toMatch(
      version === '3.5.9' ? 'ExtendedAnalysisException' : 'UNRESOLVED_COLUMN.WITH_SUGGESTION, 42703',
    );
    expect(JSON.stringify(answer)).not.toMatch(/nothing|cannot be/);
  });

  it('is a session that it has forgotten', async () => {
    const { session } = await sessionHere({ ...answered.rows[0], cutAfter: 1 }, answered['unknown operation'][0]);
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/session-lost']);
  });

  it('is an interrupt', async () => {
    const { session } = await sessionHere(...answered.interrupted);
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/interrupted']);
  });

  it('is of a type that has to be cast', async () => {
    const { session } = await sessionHere(...answered.dates);
    expect(await session.query('SELECT …')).toMatchObject({
      problems: [{ code: 'spark/unsupported-type', facts: { columns: ['d'] } }],
    });
  });

  it('says that a command, an upload and an artifact are done', async () => {
    const { session } = await sessionHere(...answered.command, ...answered.upload, ...answered.artifact);
    expect(await session.execute('CREATE …')).toEqual({ ok: true, value: undefined });
    expect(await session.upload('u', [{ name: 'k', type: 'text', values: ['a', null] }])).toEqual({ ok: true, value: undefined });
    expect(await session.artifact('files/a.txt', Buffer.from('a'))).toEqual({ ok: true, value: undefined });
  });

  it('tells tasks, and never more of them done than there are', async () => {
    const stage = joinParts(numberField(1, 1), numberField(2, 8), numberField(3, 9), numberField(4, 70));
    const progress = Buffer.from(bytesField(18, joinParts(bytesField(1, stage), bytesField(1, stage)))).toString('base64');
    const { session } = await sessionHere({ ...answered.rows[0], messages: [progress, ...answered.rows[0].messages] });
    const told: Tasks[] = [];
    await session.query('SELECT …', { onTasks: (tasks) => void told.push(tasks) });
    expect(told[0]).toEqual({ done: 16, total: 16, bytesRead: 140 });
  });
});

it('tells class and SQLSTATE of a cell that Spark could not cast, and nothing of the cell', async () => {
  const { session } = await sessionOn(...frames.cast);
  const answer = await session.query('SELECT …');
  const facts = { errorClass: 'CAST_INVALID_INPUT', sqlState: '22018' };
  expect(answer).toMatchObject({ problems: [{ code: 'spark/statement-failed', facts }] });
  expect(JSON.stringify(answer)).not.toMatch(/secret|cannot be/);
});

describe('a stream that was cut', () => {
  it('is taken up behind the last answer, at whatever place', async () => {
    for (let cutAfter = 0; cutAfter < rows.messages.length; cutAfter++) {
      const { session, server } = await sessionOn({ ...rows, cutAfter }, reattached(rows.messages.slice(cutAfter)));
      const answer = await session.query('SELECT …');
      expect(answer.ok && recordsOf(answer.value), `behind ${cutAfter}`).toEqual(sixRows);
      expect(server.calls.map(({ method }) => method)).toContain('ReattachExecute');
    }
  });

  it('is asked for again where the server ended it before all was said', async () => {
    const { session } = await sessionOn({ ...rows, messages: rows.messages.slice(0, 4) }, reattached(rows.messages.slice(4)));
    const answer = await session.query('SELECT …');
    expect(answer.ok && recordsOf(answer.value)).toEqual(sixRows);
  });

  it('is sent again where it never arrived', async () => {
    const never = { ...notFound, trailers: { 'grpc-status': '13', 'grpc-message': '[INVALID_HANDLE.OPERATION_NOT_FOUND] …' } };
    const { session, server } = await sessionOn({ ...rows, cutAfter: 0 }, never, rows);
    const answer = await session.query('SELECT …');
    expect(answer.ok && recordsOf(answer.value)).toEqual(sixRows);
    expect(server.calls.filter(({ method }) => method === 'ExecutePlan')).toHaveLength(2);
  });

  it('ends the run where the server has forgotten it', async () => {
    const { session } = await sessionOn({ ...rows, cutAfter: 5 }, notFound);
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/session-lost']);
  });

  it('is given up after some tries', async () => {
    const { session } = await sessionOn({ ...rows, cutAfter: 0 }, { ...reattached([]), cutAfter: 0 });
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/connection-lost']);
  });

  it('never gives a row twice', async () => {
    const { session } = await sessionOn({ ...rows, cutAfter: 7 }, reattached(rows.messages));
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/garbled-answer']);
  });

  it('of a server that was started anew is no answer to us', async () => {
    const { session } = await sessionOn({ ...rows, messages: rows.messages.map((message) => renamed(message)) });
    expect(codesOf(await session.query('SELECT …'))).toEqual(['spark/session-lost']);
  });
});

/** The same answer from another session of the server. */
const renamed = (message: string): string =>
  Buffer.from(joinParts(Buffer.from(message, 'base64'), bytesField(15, 'another'))).toString('base64');

describe('a signal', () => {
  it('interrupts the operation, and ends the wait even where the server does not', async () => {
    const { session, server } = await sessionOn({ ...rows, messages: [], hangs: true });
    const abort = new AbortController();
    const asked = session.query('SELECT …', { signal: abort.signal });
    await expect.poll(() => server.calls.length).toBe(2);
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    const [analyze, execute, ...others] = server.calls.map(({ method }) => method);
    expect([analyze, execute, ...new Set(others)]).toEqual(['AnalyzePlan', 'ExecutePlan', 'Interrupt']);
    expect(others.length).toBeGreaterThan(1); // the first may come before a job has begun
  });

  it('that was aborted before asks nothing', async () => {
    const { session, server } = await sessionOn(rows);
    await expect(session.query('SELECT …', { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    expect(server.calls).toHaveLength(1);
  });
});

describe('a server that is none', () => {
  const listen = async (server: Server): Promise<string> => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push(server);
    return `sc://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  };

  it('is refused where nobody listens', async () => {
    const address = await listen(createServer());
    await open.pop()?.close();
    expect(codesOf(await connectTo(address))).toEqual(['spark/unreachable']);
  });

  it('is refused where the name is not known', async () => {
    expect(codesOf(await connectTo('sc://no-such-host.invalid'))).toEqual(['spark/unknown-host']);
  });

  it('is refused where something else answers, and where nothing does', async () => {
    const web = createHttp((_, response) => response.end('hello'));
    expect(codesOf(await connectTo(await listen(web)))).toEqual(['spark/not-connect']);
    const closing = createServer((socket) => socket.end());
    expect(codesOf(await connectTo(await listen(closing)))).toEqual(['spark/not-connect']);
    const quiet = createServer(() => {});
    expect(codesOf(await connectTo(await listen(quiet), { ...quick, connect: 50 }))).toEqual(['spark/timeout']);
  });

  it('is refused where it does not encrypt, and TLS was asked for', async () => {
    const server = await fakeServer(frames.version);
    open.push(server);
    expect(codesOf(await connectTo(`${server.address}/;use_ssl=true`))).toEqual(['spark/tls']);
  });

  it.each([
    [401, undefined, 'spark/login-refused'],
    [403, undefined, 'spark/no-permission'],
    [404, undefined, 'spark/not-connect'],
    [200, '16', 'spark/login-refused'],
    [200, '7', 'spark/no-permission'],
    [200, '12', 'spark/not-connect'],
    [200, '8', 'spark/busy'],
    [200, '14', 'spark/connection-lost'],
    [200, '4', 'spark/timeout'],
  ])('is told by HTTP %s and gRPC %s', async (status, grpc, code) => {
    const server = await fakeServer([
      { method: 'AnalyzePlan', messages: [], status, trailers: grpc === undefined ? {} : { 'grpc-status': grpc } },
    ]);
    open.push(server);
    expect(codesOf(await connectTo(server.address))).toEqual([code]);
  });

  it('is refused where it is too old', async () => {
    const old = Buffer.from(bytesField(8, bytesField(1, '3.4.1'))).toString('base64');
    const server = await fakeServer([{ method: 'AnalyzePlan', messages: [old], trailers: { 'grpc-status': '0' } }]);
    open.push(server);
    expect(await connectTo(server.address)).toMatchObject({
      problems: [{ code: 'spark/unsupported-version', facts: { version: '3.4.1' } }],
    });
  });
});

it('sends data apart from its plan, which servers write down, and by a name that tells nothing of it', async () => {
  const { session, server } = await sessionOn(...frames.upload, ...frames.artifact);
  const names: string[] = [];
  for (const view of ['u', 'v'])
    expect(await session.upload(view, [{ name: 'k', type: 'text', values: ['the key'] }])).toMatchObject({ ok: true });
  for (const { method, bytes } of server.calls) {
    const sent = bytes.toString('latin1');
    if (method === 'AddArtifacts') expect(sent).toContain('the key');
    if (method !== 'ExecutePlan') continue;
    expect(sent).not.toContain('the key');
    names.push(/[0-9a-f]{64}/.exec(sent)?.[0] ?? '');
  }
  expect(names).toHaveLength(2);
  expect(names[0]).not.toBe(names[1]);
});

describe('garbled answers', () => {
  it('are refused, and nothing throws, hangs or is taken for rows', async () => {
    const anyBytes = fc.uint8Array({ maxLength: 60 });
    const broken = fc.record({
      at: fc.nat(rows.messages.length - 1),
      from: fc.nat(400),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(anyBytes, { minLength: 1, maxLength: 3 }), broken), async (drawn) => {
        const messages = Array.isArray(drawn)
          ? drawn.map((bytes) => Buffer.from(bytes).toString('base64'))
          : rows.messages.map((message, place) => (place === drawn.at ? overwritten(message, drawn.from, drawn.bytes) : message));
        const { session, server } = await sessionOn({ ...rows, messages }, { ...reattached([]), cutAfter: 0 });
        const answer = await session.query('SELECT …');
        if (answer.ok) expect(answer.value.rowCount).toBe(6);
        else expect(codesOf(answer)[0]).toMatch(/^spark\/(garbled-answer|connection-lost|session-lost|unsupported-type)$/);
        await session.close();
        server.close();
      }),
      { numRuns: draws(60) },
    );
  });
});

function overwritten(message: string, from: number, bytes: Uint8Array): string {
  const changed = Buffer.from(message, 'base64');
  changed.set(bytes.subarray(0, Math.max(0, changed.length - (from % changed.length))), from % changed.length);
  return changed.toString('base64');
}
