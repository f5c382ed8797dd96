import { attack } from './attack.ts';
import type { Command } from './command.ts';
import { compare } from './compare.ts';
import { completion } from './completion.ts';
import { demo } from './demo.ts';
import { explain } from './explain.ts';
import { generate } from './generate.ts';
import { hierarchy } from './hierarchy.ts';
import { init } from './init.ts';
import { inspect } from './inspect.ts';
import { ledger } from './ledger.ts';
import { mcp } from './mcp.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { schema } from './schema.ts';
import { serve } from './serve.ts';
import { sign } from './sign.ts';
import { studio } from './studio.ts';
import { sweep } from './sweep.ts';
import { verify } from './verify.ts';

export const commands: readonly Command[] = [
  demo,
  generate,
  inspect,
  init,
  hierarchy,
  plan,
  run,
  verify,
  attack,
  sweep,
  compare,
  report,
  sign,
  ledger,
  serve,
  studio,
  mcp,
  schema,
  explain,
  completion(() => commands),
];
