// dist/studio from studio/: what `shoal studio` sends to a browser.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The page in the browser: a script, words for each language, a style and an icon, each named after what is in it, so that browsers may keep them. */
export async function bundleStudio(root) {
  const from = join(root, 'studio');
  const to = join(root, 'dist/studio');
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', from], { stdio: 'inherit' });
  const page = await rolldown({
    input: join(from, 'main.tsx'),
    platform: 'browser',
    tsconfig: join(from, 'tsconfig.json'),
    onwarn: ({ message }) => {
      throw new Error(message); // what a browser has not must not be reached
    },
  });
  const { output } = await page.generate({ format: 'esm', minify: true, chunkFileNames: 'words-[name]-[hash].js' });
  const { palette } = await import('../build/report/theme.js');
  const styles = readdirSync(join(from, 'style'))
    .sort()
    .map((name) => readFileSync(join(from, 'style', name), 'utf8'));
  const style = [palette, ...styles]
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');
  mkdirSync(to, { recursive: true });
  const keep = (name, ending, text) => {
    const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;
    writeFileSync(join(to, file), text);
    return file;
  };
  for (const { isEntry, imports, fileName, code } of output)
    if (!isEntry) {
      if (imports.length > 0) throw new Error(`${fileName} would need ${imports.join(', ')}`);
      writeFileSync(join(to, fileName), code);
    }
  const names = {
    script: keep('studio', 'js', output[0].code), // the others import nothing from it: it has a name of its own
    style: keep('studio', 'css', style),
    icon: keep('icon', 'svg', readFileSync(join(from, 'icon.svg'), 'utf8')),
  };
  writeFileSync(
    join(to, 'index.html'),
    readFileSync(join(from, 'index.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => names[name]),
  );
  return output.flatMap((chunk) => chunk.moduleIds ?? []);
}
