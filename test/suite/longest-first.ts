import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first. One that begins last would keep one worker busy while the others have nothing left to do. */
export const longest = [
  'studio/families.test.ts',
  'docs.test.ts',
  'report/browser.test.ts',
  'attack/gate.test.ts',
  'attack/attack.test.ts',
  'server/restart.test.ts',
  'cli/run.test.ts',
  'families/series/prism.slow.test.ts',
  'server/flow.test.ts',
  'api/sweep.test.ts',
  'install/install.test.ts',
  'pictures.test.ts',
  'verify/series-original.test.ts',
  'server/jobs.test.ts',
  'inspect/public-kinds.test.ts',
  'cli/postgres-lost.test.ts',
  'cli/atomic.test.ts',
  'verify/tampering.test.ts',
  'api/written-files.test.ts',
  'mcp/agent.test.ts',
  'attacks/http-flow.test.ts',
  'golden.test.ts',
  'verify/original.test.ts',
  'verify/curves.test.ts',
  'studio/preview.test.ts',
  'engine/long.test.ts',
  'studio/undo.test.ts',
  'inspect/inspect.test.ts',
  'cli/postgres.test.ts',
  'attacks/folder-names.test.ts',
  'verify/mean-curves.test.ts',
  'verify/linked-sets.test.ts',
  'server/examples.test.ts',
  'studio/large.test.ts',
  'docs-server.test.ts',
  'verify/real-tables.test.ts',
  'api/ledger-crowds.test.ts',
  'engine/sample-file.test.ts',
  'cli/help.test.ts',
  'cli/commands.test.ts',
  'studio/run.test.ts',
  'studio/home.test.ts',
  'cli/sweep.test.ts',
  'report/pages.test.ts',
  'studio/safe.test.ts',
  'guarantees.test.ts',
  'server/answer-process.test.ts',
  'cli/kaca.test.ts',
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
