import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * What a person types to call this program again: its name where the shell finds it, else npx, which finds it in a clone and in a project. What
 * npm adds to the path of what it starts, the shell does not have.
 */
export function ownCommand(program: string, path: string): string {
  const folders = path.split(delimiter).filter((folder) => folder !== '' && !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return folders.some((folder) => leadsTo(join(folder, 'shoal'), program)) ? 'shoal' : 'npx shoal';
}

function leadsTo(link: string, program: string): boolean {
  try {
    return realpathSync(link) === realpathSync(program);
  } catch {
    return false; // there is none
  }
}
