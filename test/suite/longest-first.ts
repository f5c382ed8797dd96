import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first. One that begins last would keep one worker busy while the others have nothing left to do. */
export const longest = [
  'campaign/campaign.test.ts',
  'studio/families.test.ts',
  'docs.test.ts',
  'report/browser.test.ts',
  'install/install.test.ts',
  'server/flow.test.ts',
  'cli/run.test.ts',
  'server/restart.test.ts',
  'attack/attack.test.ts',
  'api/sweep.test.ts',
  'verify/prove-links.test.ts',
  'cli/postgres-lost.test.ts',
  'inspect/public-kinds.test.ts',
  'server/jobs.test.ts',
  'verify/series-original.test.ts',
  'cli/commands.test.ts',
  'families/series/prism.slow.test.ts',
  'verify/real-tables.test.ts',
  'cli/help.test.ts',
  'cli/postgres.test.ts',
  'verify/original.test.ts',
  'studio/undo.test.ts',
  'studio/preview.test.ts',
  'pictures.test.ts',
  'studio/run.test.ts',
  'mcp/agent.test.ts',
  'docs-server.test.ts',
  'api/transactions.test.ts',
  'studio/large.test.ts',
  'engine/sample-file.test.ts',
  'cli/out-table.test.ts',
  'cli/kaca.test.ts',
  'attacks/forged-reports.test.ts',
  'studio/home.test.ts',
  'plan/plan-and-run.test.ts',
  'verify/tampering.test.ts',
  'cli/atomic.test.ts',
  'server/examples.test.ts',
  'engine/long.test.ts',
  'attacks/http-flow.test.ts',
  'inspect/inspect.test.ts',
  'golden.test.ts',
  'attacks/http-sources.test.ts',
  'verify/curves.test.ts',
  'verify/event-original.test.ts',
  'cli/sweep.test.ts',
  'library.test.ts',
  'studio/choices.test.ts',
  'studio/safe.test.ts',
  'docs-postgres.test.ts',
  'cli/prism.test.ts',
  'server/limits.test.ts',
  'verify/linked-sets.test.ts',
  'cli/bad-input.test.ts',
  'cli/compiled.test.ts',
  'attacks/tenants.test.ts',
  'verify/table-tampering.test.ts',
  'server/calls.test.ts',
  'attacks/folder-names.test.ts',
  'api/abort.test.ts',
  'api/written-files.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification): number => {
      if (project.config.isolate) return -1; // its worker is its own: after it those begin that are kept
      const place = longest.findIndex((path) => moduleId.endsWith(`/test/${path}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
