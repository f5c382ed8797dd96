import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type KernelName, kernels } from '../../src/kernels/registry.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

it('finds each kernel under the name that the kernel itself tells', async () => {
  for (const name of Object.keys(kernels) as KernelName[]) {
    const module: Record<string, unknown> = await kernels[name]();
    expect(module[name], name).toMatchObject({ name, perform: expect.any(Function) });
  }
});

it('knows every kernel that the pool may be given', () => {
  const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const declared = [...code.matchAll(/export const (\w+)(?:: Kernel<[^\n]*>)? = \{\s*name: '(\w+)',\s*perform\b/g)];
  expect(declared.length).toBe([...code.matchAll(/: Kernel<[^\n]*> = \{|satisfies Kernel</g)].length);
  expect(declared.map(([, name]) => name).sort()).toEqual(Object.keys(kernels).sort());
});
