import { type Setting, settingOf } from '../../figures/sweep-setting.ts';
import type { BesideWords } from './beside.ts';

/** A setting in the words of a page: what it is made by, then each key with its value, such as "kapra, k = 5, P = 2, level 8". */
export function settingIn(setting: Setting, { settings }: Pick<BesideWords, 'settings'>): string {
  const { method, flatten, ...others } = settingOf(setting);
  const nameOf = (key: string) => (settings[key] ?? key).toLocaleLowerCase();
  const parts = Object.entries(others).map(([key, value]) =>
    key === 'k' ? `k = ${value}` : key === 'p' ? `P = ${value}` : `${nameOf(key)} ${value}`,
  );
  return [flatten === undefined ? method : `${nameOf('flatten')} ${flatten}`, ...parts].join(', ');
}
