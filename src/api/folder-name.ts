import { type Setting, settingOf } from '../figures/sweep-setting.ts';

/** A name for the folder of a setting, of signs that every file system and shell takes. */
export const folderName = (setting: Setting): string =>
  Object.entries(settingOf(setting))
    .map(([key, value]) => (key === 'method' ? value : `${shortNames[key] ?? key}${value}`))
    .join('-')
    .replaceAll(/[^\w-]+/g, '-');

const shortNames: Readonly<Record<string, string>> = { maxLevel: 'level', flatten: '', pseudonym: '', timeKind: '' };
