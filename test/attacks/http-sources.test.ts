import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aServer, fortyCurves, jobIn, refusalIn } from '../server/a-server.ts';

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
