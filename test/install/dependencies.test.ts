import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installedPackages, neededBy } from '../../scripts/dependencies.ts';
import { sbomOf } from '../../scripts/sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const installed = installedPackages(root);

describe('every package that Shoal needs', () => {
  /** Terms that ask for no more than their own text and the names of their authors. */
  const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'MIT OR Apache-2.0'];
  /** MPL-2.0 asks for changed files back: fit to build and test with, not to hand on. */
  const allowed = { run: permissive, bundled: permissive, build: [...permissive, 'MPL-2.0'] };

  it.each(['run', 'bundled', 'build'] as const)('has terms that allow its use: %s', (use) => {
    const ours = installed.filter((found) => found.use === use);
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.filter(({ license }) => !allowed[use].includes(license)).map(({ name, license }) => [name, license])).toEqual([]);
  });

  it('comes with a hash, so that nobody can put another in its place', () => {
    expect(installed.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true).map(({ name }) => name)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const sbom = sbomOf(root);
  const refs = sbom.components.map((component) => component['bom-ref']);

  it('names each package once, with its version, terms and hash', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(new Set(refs).size).toBe(installed.length);
    for (const { purl, hashes, licenses } of sbom.components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+\S*$/);
      expect(hashes?.[0].content).toMatch(/^[0-9a-f]{128}$/);
      expect(licenses).toHaveLength(1);
    }
  });

  it('leads from Shoal to everything that is installed with it', () => {
    const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(needs.get(sbom.metadata.component['bom-ref'])).toHaveLength(neededBy(root).length);
    const reached = new Set<string>(needs.get(sbom.metadata.component['bom-ref']));
    for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next);
    const run = sbom.components.filter(({ scope, properties }) => scope === 'required' && properties[0].value === 'run');
    expect(run.map((component) => component['bom-ref']).filter((ref) => !reached.has(ref))).toEqual([]);
  });
});
