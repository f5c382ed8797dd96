import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServeOptions } from 'shoal';
import { expect, it } from 'vitest';
import { aServer, fortyCurves, type JobShown, jobIn, newFolder, refusalIn } from '../server/a-server.ts';

it('does not give away columns of a source that its operator did not publish: the fixed policy is the policy', async () => {
  const server = await aServer((folder) => {
    writeFileSync(join(folder, 'curves.csv'), fortyCurves);
    writeFileSync(
      join(folder, 'policy.yaml'),
      'method: naive\nsubject: id\nseries: a..c\ndrop: d\nk: 6\nsegments: 3\nrelease: internal\n',
    );
    const curves = join(folder, 'curves.csv');
    return { mode: 'public', sources: { curves, bare: curves }, policies: { curves: join(folder, 'policy.yaml') } };
  });
  const open = { subject: 'id', series: 'a..c', sensitive: 'd', k: 5 };
  expect(await refusalIn(server.postJson({ source: 'bare', policy: open }))).toEqual([403, 'server/no-fixed-policy']);
  for (const policy of [open, { k: 7 }, { release: 'internal' }, { seed: 1 }, { drop: [] }])
    expect(await refusalIn(server.postJson({ source: 'curves', policy }))).toEqual([422, 'server/policy-is-fixed']);
  const texts = await Promise.all(
    [{ source: 'curves' }, { source: 'curves', policy: { lang: 'sl' } }].map(async (body) => {
      const { id, state, problems } = await server.ended((await jobIn(server.postJson(body))).id);
      expect([state, problems]).toEqual(['done', undefined]);
      const manifest = (await (await server.get(`/api/v1/releases/${id}/files/manifest.json`)).json()) as {
        promises: { k: number };
      };
      expect(manifest.promises.k).toBe(6);
      return await (await server.get(`/api/v1/releases/${id}/files/naive_anonymized.csv`)).text();
    }),
  );
  expect(texts[0].split('\n')[0]).toBe('GroupID,a,b,c,Pattern,Level');
  expect(texts[1]).toBe(texts[0]);
  await server.remove();
});

/** Sources of mode public with one policy, and what a job over each comes to. */
async function publicJobs(
  sources: Readonly<Record<string, string>>,
  policy: string,
  options: ServeOptions = {},
  folder = newFolder(),
) {
  const heard: string[] = [];
  const path = (name: string) => join(folder, name);
  writeFileSync(path('policy.yaml'), policy);
  for (const [name, text] of Object.entries(sources)) writeFileSync(path(`${name}.csv`), text);
  const names = Object.keys(sources);
  const server = await aServer(
    {
      mode: 'public',
      sources: Object.fromEntries(names.map((name) => [name, path(`${name}.csv`)])),
      policies: Object.fromEntries(names.map((name) => [name, path('policy.yaml')])),
      ...options,
    },
    folder,
    { onProblem: ({ code }) => void heard.push(code) },
  );
  const jobs: JobShown[] = [];
  for (const source of names) jobs.push(await server.ended((await jobIn(server.postJson({ source }))).id));
  return { server, jobs, heard };
}

it('does not give away how few subjects of a source have a fault: whoever runs the server hears it', async () => {
  const lines = fortyCurves.split('\n');
  const from = (change: (line: string, row: number) => string) => lines.map(change).join('\n');
  const { server, jobs, heard } = await publicJobs(
    {
      text: from((line, row) => (row === 5 ? line.replace(/,/, ',x') : line)),
      empty: from((line, row) => (row === 5 ? line.replace(/,\d+,/, ',,') : line)),
      twice: `${fortyCurves}\ns3,1,2,3,4`,
      ragged: from((line, row) => (row === 9 ? `${line},1` : line)),
      rare: from((line, row) => (row === 0 ? line : line.replace(/\d+$/, row < 4 ? String(1000 + row) : '7'))),
      few: lines.slice(0, 4).join('\n'),
    },
    'method: naive\nsubject: id\nseries: a..c\nsensitive: d\nk: 6\nsegments: 3\nmaxUnicity: 0.01\n',
  );
  expect(jobs.map(({ state, problems = [] }) => [state, problems.map(({ code }) => code)])).toEqual([
    ...Array.from({ length: 5 }, () => ['failed', ['server/source-unusable']]),
    ['failed', ['policy/k-too-large']],
  ]);
  expect(JSON.stringify(jobs.map(({ problems }) => problems))).not.toMatch(/\d/);
  expect(heard).toEqual([
    'input/not-a-number',
    'input/empty-cells',
    'input/repeated-subject',
    'input/ragged-row',
    'output/kept-columns',
    'policy/k-too-large',
  ]);
  await server.remove();
});

it('does not give away a second grouping of a source once the server has more memory or fewer jobs at once', async () => {
  const folder = newFolder();
  const policy = 'method: naive\nsubject: id\nseries: a..c\ndrop: d\nk: 6\nsegments: 3\n';
  const released = async (options: ServeOptions) => {
    const { server, jobs } = await publicJobs({ curves: fortyCurves }, policy, options, folder);
    const text = await (await server.get(`/api/v1/releases/${jobs[0].id}/files/naive_anonymized.csv`)).text();
    await server.stop();
    return text;
  };
  const first = await released({ jobs: 1 });
  expect(await released({ jobs: 2, memory: '1500MB' })).toBe(first);
  rmSync(folder, { recursive: true });
});
