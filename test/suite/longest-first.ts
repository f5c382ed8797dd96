import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first. One that begins last would keep one worker busy while the others have nothing left to do. */
export const longest = [
  'docs.test.ts',
  'report/browser.test.ts',
  'studio/families.test.ts',
  'install/install.test.ts',
  'cli/run.test.ts',
  'api/sweep.test.ts',
  'server/flow.test.ts',
  'verify/series-original.test.ts',
  'server/restart.test.ts',
  'api/abort.test.ts',
  'cli/atomic.test.ts',
  'pictures.test.ts',
  'golden.test.ts',
  'families/series/prism.slow.test.ts',
  'mcp/agent.test.ts',
  'inspect/inspect.test.ts',
  'inspect/public-kinds.test.ts',
  'docs-server.test.ts',
  'engine/long.test.ts',
  'cli/commands.test.ts',
  'cli/postgres-lost.test.ts',
  'cli/help.test.ts',
  'attacks/forged-reports.test.ts',
  'verify/original.test.ts',
  'api/transactions.test.ts',
  'cli/file-to-release.test.ts',
  'verify/real-tables.test.ts',
  'cli/kaca.test.ts',
  'cli/postgres.test.ts',
  'engine/sample-file.test.ts',
  'server/jobs.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((path) => moduleId.endsWith(`/test/${path}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
