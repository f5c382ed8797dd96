import { readdirSync, readFileSync } from 'node:fs';
import { ownFile } from '../base/own-files.ts';
import { type Call, jsonOf } from './call.ts';

/** Something an agent can read. */
export interface Page {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Pages of the documentation that this package holds. */
export const docsPages = (): readonly Page[] =>
  readdirSync(ownFile('docs'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => ({ uri: `shoal://docs/${name}`, name, mimeType: 'text/markdown' }));

/** A name is compared with those there are, never made into a path. */
export function readDocs(asked: string): string | undefined {
  const page = docsPages().find(({ name }) => name === asked);
  return page === undefined ? undefined : readFileSync(ownFile(`docs/${page.name}`), 'utf8');
}

/** What of a release an agent may read: what it says of itself, and no row. */
const readable: Readonly<Record<string, string>> = {
  'report.html': 'text/html',
  'report.json': 'application/json',
  'manifest.json': 'application/json',
  'datapackage.json': 'application/json',
  'dcat.jsonld': 'application/ld+json',
  'croissant.json': 'application/ld+json',
};

export async function releasePages(call: Call): Promise<readonly Page[]> {
  const { jobs = [] } = jsonOf(await call({ method: 'GET', path: '/api/v1/releases?limit=50' })) as {
    readonly jobs?: readonly { readonly id: string; readonly state: string }[];
  };
  return jobs
    .filter(({ state }) => state === 'done')
    .flatMap(({ id }) =>
      Object.entries(readable).map(([name, mimeType]) => ({
        uri: `shoal://releases/${id}/${name}`,
        name: `${id} ${name}`,
        mimeType,
      })),
    );
}

export async function readRelease(
  call: Call,
  id: string,
  name: string,
): Promise<{ readonly text: string; readonly mimeType: string } | undefined> {
  if (!Object.hasOwn(readable, name) || !/^[a-z0-9]{1,40}$/.test(id)) return undefined;
  const answer = await call({ method: 'GET', path: `/api/v1/releases/${id}/files/${name}` });
  return answer.status === 200 ? { text: answer.body, mimeType: readable[name] } : undefined;
}
