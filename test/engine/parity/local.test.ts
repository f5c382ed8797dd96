import { localCounting, withSharedCounting } from '../../../src/engine/local/local-counting.ts';
import { openLocalEngine } from '../../../src/engine/local/local-engine.ts';
import { describeCounting } from './describe-counting.ts';
import { describeEngine } from './describe-engine.ts';

for (const threads of [1, 3])
  describeEngine(`the local engine on ${threads} threads`, (workspace) => openLocalEngine({ workspace, threads }));

describeCounting('local counting', localCounting);

describeCounting('local counting that many judgements share', (limits) => ({
  withCounter: (use, needs) => withSharedCounting(limits, (counting) => counting.withCounter(use, needs)),
}));
