// What Shoal is made of, as CycloneDX 1.6: from package-lock.json and what the build bundled, without a network, the same bytes each time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Installed, installedPackages, neededBy } from './dependencies.ts';

/** `pkg:npm/%40scope/name@version`, as package URLs are written. */
const purlOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

const scopeOf = ({ use, optional }: Installed): string => (use === 'build' ? 'excluded' : optional ? 'optional' : 'required');

const licenceOf = (license: string) => (/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } });

/** The same package may be installed twice: its path tells which. */
const refOf = (found: Installed): string => `${purlOf(found)}#${found.path}`;

export function sbomOf(root: string) {
  const { name, version, license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = installedPackages(root);
  const refs = new Map(installed.map((found) => [found.path, refOf(found)]));
  const toRefs = (paths: readonly string[]) => paths.flatMap((path) => refs.get(path) ?? []);
  const own = purlOf({ name, version });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name, version, description, licenses: [licenceOf(license)], purl: own },
    },
    components: installed.map((found) => ({
      type: 'library',
      'bom-ref': refOf(found),
      name: found.name,
      version: found.version,
      scope: scopeOf(found),
      ...(found.integrity?.startsWith('sha512-')
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(found.integrity.slice(7), 'base64').toString('hex') }] }
        : {}),
      licenses: [licenceOf(found.license)],
      purl: purlOf(found),
      properties: [{ name: 'shoal:use', value: found.use }],
    })),
    dependencies: [
      { ref: own, dependsOn: toRefs(neededBy(root)) },
      ...installed.map((found) => ({ ref: refOf(found), dependsOn: toRefs(found.needs) })),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const out = process.argv[2] ?? join(root, 'coverage/sbom.cdx.json');
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(sbomOf(root), null, 2)}\n`);
  console.log(out);
}
