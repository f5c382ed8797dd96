// Records what a real Connect server answers, for the tests that have no Java: node scripts/record-frames.mjs sc://host:port FILE (build first).
// A proxy stands between; it keeps every message and trailer of the calls that a few statements make.
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:http2';
import { sparkAddress } from '../build/engine/spark/connect/address.js';
import { connectSpark } from '../build/engine/spark/connect/session.js';

const [, , address, file] = process.argv;
const { value: target } = sparkAddress(address);
const far = connect(`http://${target.host}:${target.port}`);
let calls = [];
const proxy = createServer();
proxy.on('stream', (near, headers) => {
  const call = { method: headers[':path'].split('/').at(-1), messages: [], trailers: {} };
  calls.push(call);
  const { ':path': path, 'content-type': type, te } = headers;
  const behind = far.request({ ':method': 'POST', ':path': path, 'content-type': type, te });
  near.pipe(behind);
  const chunks = [];
  behind.on('response', (head) => {
    if (head['grpc-status'] !== undefined) keepTrailers(head);
    near.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  });
  behind.on('trailers', (tail) => keepTrailers(tail));
  behind.on('data', (chunk) => {
    chunks.push(chunk);
    near.write(chunk);
  });
  behind.on('end', () => {
    call.messages = messagesIn(Buffer.concat(chunks));
    near.end();
  });
  near.on('wantTrailers', () => near.sendTrailers(call.trailers));
  near.on('error', () => {});
  behind.on('error', () => {});
  function keepTrailers(all) {
    for (const name of ['grpc-status', 'grpc-message', 'grpc-status-details-bin'])
      if (all[name] !== undefined) call.trailers[name] = all[name];
  }
});
await new Promise((done) => proxy.listen(0, '127.0.0.1', done));

const { value: session, problems } = await connectSpark(sparkAddress(`sc://127.0.0.1:${proxy.address().port}`).value);
if (problems) throw new Error(JSON.stringify(problems));
const recorded = { spark: session.version, version: calls };
const keep = async (name, work) => {
  calls = [];
  await work();
  await new Promise((done) => setTimeout(done, 200));
  recorded[name] = calls;
};
const endless = "SELECT count(*) FROM range(0, 100000000000L, 1, 2) WHERE sha2(CAST(id AS STRING), 256) LIKE '00000000000%'";
await keep('rows', () =>
  session.query("SELECT id, CAST(id AS STRING) t, id / 4.0D d, IF(id % 2 = 0, NULL, 'č') m, id > 2 b FROM range(0, 6, 1, 3)"),
);
await keep('empty', () => session.query('SELECT id, CAST(id AS STRING) t FROM range(0)'));
await keep('unresolved', () => session.query('SELECT nothing FROM range(3)'));
await keep('cast', () => session.query("SELECT CAST(concat('secret', id) AS INT) x FROM range(1)"));
await keep('dates', () => session.query("SELECT DATE'2024-05-31' d"));
await keep('command', () => session.execute('CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1 a'));
await keep('upload', () => session.upload('u', [{ name: 'k', type: 'text', values: ['a', null] }]));
await keep('artifact', () => session.artifact('files/a.txt', Buffer.from('a')));
await keep('interrupted', async () => {
  setTimeout(() => void session.interrupt(), 3000);
  await session.query(endless);
});
await keep('unknown operation', () => rawCall('ReattachExecute', reattachOfNothing()));
await session.close();
writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
proxy.close();
far.close();
process.exit(0);

/** A session and an operation that nobody has. */
function reattachOfNothing() {
  const field = (number, text) => Buffer.concat([Buffer.from([number * 8 + 2, text.length]), Buffer.from(text)]);
  const id = '00000000-0000-4000-8000-000000000000';
  const message = Buffer.concat([field(1, id), field(2, field(1, 'shoal').toString('latin1')), field(3, id)]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function rawCall(method, bytes) {
  const near = connect(`http://127.0.0.1:${proxy.address().port}`);
  const stream = near.request({
    ':method': 'POST',
    ':path': `/spark.connect.SparkConnectService/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.end(bytes);
  stream.resume();
  return new Promise((done) => stream.on('close', () => done(near.close())));
}

function messagesIn(bytes) {
  const messages = [];
  for (let at = 0; at + 5 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at + 1);
    messages.push(bytes.subarray(at + 5, at + 5 + length).toString('base64'));
    at += 5 + length;
  }
  return messages;
}
