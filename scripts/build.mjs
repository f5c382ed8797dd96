// dist/ from src/: types and code by tsc, then the policy's JSON Schema from the one zod schema, for editors.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`], {
  stdio: 'inherit',
});
const { policyJsonSchema } = await import('../dist/policy/schema.js');
writeFileSync(`${root}dist/policy.schema.json`, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
for (const page of ['problems.md', 'glossary.md']) copyFileSync(`${root}docs/${page}`, `${root}dist/${page}`);
