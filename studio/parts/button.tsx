import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonShown {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly kind?: 'main' | 'plain' | 'quiet';
  readonly icon?: IconName;
  readonly isOff?: boolean;
  /** What screen readers say, where the words alone do not tell what it is about. */
  readonly name?: string;
}

export const Button = ({ children, onClick, kind = 'plain', icon, isOff = false, name }: ButtonShown) => (
  <button type="button" class={`button ${kind}`} onClick={onClick} disabled={isOff} aria-label={name}>
    {icon === undefined ? null : <Icon name={icon} />}
    <span>{children}</span>
  </button>
);

interface LinkShown {
  readonly children: ComponentChildren;
  readonly href: string;
  readonly kind?: 'main' | 'plain' | 'quiet';
  readonly icon?: IconName;
  /** A file that is saved, not a page. */
  readonly saves?: boolean;
}

/** A link that looks like a button: it leads somewhere, and back leads here again. */
export const ButtonLink = ({ children, href, kind = 'plain', icon, saves = false }: LinkShown) => (
  <a class={`button ${kind}`} href={href} {...(saves ? { download: '' } : {})}>
    {icon === undefined ? null : <Icon name={icon} />}
    <span>{children}</span>
  </a>
);
