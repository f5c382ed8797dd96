// Whose code is in the bundle, and under which terms: licences ask that their text comes along.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of notices, from the paths of all modules in the bundle. */
export function noticesOf(modules) {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []));
  const notices = [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  return `# Code of others in this folder\n\n${notices.map(({ text }) => text).join('\n')}`;
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (license === undefined && file === undefined) throw new Error(`${name} in the bundle says nowhere under which terms`);
  const terms = file === undefined ? '' : `\n\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n`;
  return { name, text: `## ${name} ${version}: ${license}\n${terms}` };
}
