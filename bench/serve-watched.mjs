// A server in a process of its own: `shoal` with its event loop watched, or a bare Fastify route with the JSON it is given. Over IPC it
// tells its address, and on request the delay of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const [kind, ...words] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 1 });

if (kind === 'shoal') {
  const { serve } = await import('../dist/index.js');
  const started = await serve(JSON.parse(words[0]));
  if (!started.ok) throw new Error(started.problems[0].what);
  process.send({ url: started.value.url });
} else {
  const { default: fastify } = await import('fastify');
  const { readFileSync } = await import('node:fs');
  const body = JSON.parse(readFileSync(words[0], 'utf8'));
  const app = fastify();
  app.get('/', async () => body);
  process.send({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
}

process.on('message', (word) => {
  if (word === 'watch') {
    delay.reset();
    delay.enable();
  } else process.send({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 });
});
process.on('disconnect', () => process.exit());
