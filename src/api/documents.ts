import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventsPolicy, Policy, SeriesPolicy, TablePolicy } from '../policy/policy.ts';
import { withShownAddresses } from '../policy/postgres-address.ts';
import type { Roles } from '../policy/roles.ts';
import { dominanceOf } from '../policy/table-policy.ts';
import type { TableRoles } from '../policy/table-roles.ts';
import type { EventsManifest, Manifest, ManifestColumn, SeriesManifest, TableManifest } from '../release/manifest.ts';
import { reportHtml } from '../report/html.ts';
import { publicSummary, type Summary } from '../report/summary.ts';
import type { TracedNode } from '../series/series-block.ts';
import type { Verdict } from '../verify/verify.ts';

export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

interface WrittenData {
  readonly columns: readonly ManifestColumn[];
  readonly file: Manifest['files'][number];
}

/** What the data file claims, for the verifier to test; the verdict and the reports come after it. */
export function draftManifest(
  policy: SeriesPolicy,
  roles: Roles,
  { columns, file }: WrittenData,
  records: number,
): SeriesManifest {
  return {
    shoal: version,
    format: 1,
    method: policy.method,
    promises: { k: policy.k, p: policy.p },
    unit:
      roles.subject === undefined
        ? 'each row is one subject, as declared'
        : `one ${roles.instants === undefined ? 'row' : 'series'} per "${roles.subject}", checked in the input`,
    pattern: { form: 'word', segments: policy.segments, maxLevel: policy.maxLevel },
    ...(policy.shape === 'long' ? { shape: 'long', instants: [...(roles.instants ?? roles.series)] } : {}),
    data: { file: file.name, format: policy.format, rows: policy.shape === 'long' ? records * roles.series.length : records },
    columns: [...columns],
    dropped: [...roles.dropped],
    files: [file],
  };
}

export function draftEventsManifest(
  policy: EventsPolicy,
  dropped: readonly string[],
  { columns, file }: WrittenData,
  rows: number,
): EventsManifest {
  return {
    shoal: version,
    format: 1,
    method: 'events',
    promises: { k: policy.k },
    unit: `one subject per "${policy.subject}", however many events`,
    pseudonym: policy.pseudonym.startsWith('rotate') ? 'rotate' : (policy.pseudonym as EventsManifest['pseudonym']), // only rotate says more
    data: { file: file.name, format: policy.format, rows, delimiter: ';' },
    columns: [...columns],
    dropped: [...dropped],
    files: [file],
  };
}

export function draftTableManifest(
  policy: TablePolicy,
  { subject, dropped }: TableRoles,
  { columns, file, rows }: WrittenData & { readonly rows: number },
): TableManifest {
  const dominance = dominanceOf(policy);
  return {
    shoal: version,
    format: 1,
    method: 'kaca',
    promises: { k: policy.k },
    unit: subject ?? 'row',
    clustering: policy.clustering,
    labels: policy.labels,
    shape: policy.aggregate.length > 0 ? 'groups' : 'records',
    ...(dominance === undefined ? {} : { dominance }),
    data: { file: file.name, format: policy.format, rows },
    columns: [...columns],
    dropped: [...dropped],
    files: [file],
  };
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeSynced(join(folder, 'manifest.json'), json(manifest));
}

/** What must stay: from it the release can be made again, and undone. */
export interface InternalFacts {
  readonly inputSha256: string;
  readonly seed: number | string;
  readonly policy: Policy;
  readonly nodes: readonly TracedNode[];
}

/** Writes reports in both editions and the final manifests. */
export function sealRelease(folder: string, draft: Manifest, verdict: Verdict, summary: Summary, internal: InternalFacts): void {
  const judged: Manifest = {
    ...draft,
    verdict: { holds: verdict.holds, verifier: `shoal ${version}`, checks: [...verdict.checks] },
  };
  const open = publicSummary(summary);
  const reports = [
    ['report.json', json(open)],
    ['report.html', reportHtml(open, judged, 'public')],
  ] as const;
  const files = reports.map(([name, text]) => ({ name, ...sealed(join(folder, name), text) }));
  const manifest = { ...judged, files: [...judged.files, ...files] };
  writeManifest(folder, manifest);
  const inside = join(folder, 'internal');
  writeSynced(join(inside, 'report.json'), json(summary));
  writeSynced(join(inside, 'report.html'), reportHtml(summary, judged, 'internal'));
  const { nodes, policy, ...facts } = internal;
  writeSynced(
    join(inside, 'manifest.json'),
    json({ ...manifest, internal: { ...facts, policy: withShownAddresses(policy), seconds: summary.seconds } }),
  );
  if (policy.method === 'naive' && policy.trace !== undefined)
    writeSynced(join(inside, policy.trace), json({ nodes: nodes.map(readable) }));
}

/** report.html anew, and its hash in the manifest. */
export function rewritePublicReport(folder: string, manifest: Manifest, summary: Summary): void {
  const name = 'report.html';
  const file = { name, ...sealed(join(folder, name), reportHtml(summary, manifest, 'public')) };
  writeManifest(folder, { ...manifest, files: [...manifest.files.filter((other) => other.name !== name), file] });
}

/** A node as people read it: its word in letters, its members as rows counted from 1. */
const readable = ({ word, members, ...node }: TracedNode) => ({
  ...node,
  pattern: word.map((symbol) => String.fromCharCode(97 + symbol)).join(''),
  size: members.length,
  members: members.map((row) => row + 1),
});

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function sealed(path: string, text: string): { sha256: string; bytes: number } {
  writeSynced(path, text);
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}

export function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w', 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
