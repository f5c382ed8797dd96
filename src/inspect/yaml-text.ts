/** One setting of a policy file, with the reason that stands beside it. */
export interface Setting {
  readonly key: string;
  readonly value: string | number | readonly Entry[] | Readonly<Record<string, string | readonly string[]>>;
  readonly why: string;
  /** Written as a comment, for a person to take up. */
  readonly off?: true;
}

/** An entry of a list, with its own reason. */
export interface Entry {
  readonly name: string;
  readonly why: string;
}

export function yamlText(settings: readonly Setting[]): string {
  return settings.map((setting) => (setting.off === true ? commentText(settingText(setting)) : settingText(setting))).join('');
}

function settingText({ key, value, why }: Setting): string {
  if (typeof value === 'number' || typeof value === 'string')
    return noteText(`${key}: ${typeof value === 'number' ? value : scalar(value)}`, why);
  if (!Array.isArray(value)) {
    const textOf = (text: string | readonly string[]) =>
      typeof text === 'string' ? scalar(text) : `[${text.map(scalar).join(', ')}]`;
    const pairs = Object.entries(value as Readonly<Record<string, string | readonly string[]>>).map(
      ([name, text]) => `${scalar(name)}: ${textOf(text)}`,
    );
    return noteText(`${key}: { ${pairs.join(', ')} }`, why);
  }
  const entries = value as readonly Entry[];
  if (entries.length === 0) return noteText(`${key}: []`, why);
  return noteText(`${key}:`, why) + entries.map((entry) => noteText(`  - ${scalar(entry.name)}`, entry.why)).join('');
}

const noteText = (line: string, why: string): string => `${line}${why === '' ? '' : ` # ${why}`}\n`;

const commentText = (text: string): string => text.replaceAll(/^/gm, '# ').replace(/# $/, '');

/** Plain where YAML reads it back as the same text, else in quotes. */
export const scalar = (text: string): string =>
  /^(?:[A-Za-z_]|\.{1,2}\/)[\w./:-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) && !/:$/.test(text)
    ? text
    : JSON.stringify(text);
