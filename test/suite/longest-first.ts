import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first. One that begins last would keep one worker busy while the others have nothing left to do. */
export const longest = [
  'docs.test.ts',
  'report/browser.test.ts',
  'install/install.test.ts',
  'server/flow.test.ts',
  'cli/atomic.test.ts',
  'verify/series-original.test.ts',
  'cli/run.test.ts',
  'server/restart.test.ts',
  'attacks/forged-reports.test.ts',
  'api/sweep.test.ts',
  'cli/kaca.test.ts',
  'docs-server.test.ts',
  'engine/long.test.ts',
  'server/jobs.test.ts',
  'api/abort.test.ts',
  'cli/help.test.ts',
  'cli/commands.test.ts',
  'golden.test.ts',
  'verify/original.test.ts',
  'families/series/prism.slow.test.ts',
  'cli/postgres.test.ts',
  'engine/sample-file.test.ts',
  'pictures.test.ts',
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
