import { aboutOf, type SeriesView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';

/** What the values of a series are in: the publisher's word for it, or what stood beside the numbers. */
export const unitOf = (view: View): string | undefined =>
  aboutOf(view).unit ?? (view.kind === 'series' ? view.sections.unit : undefined);

/** The title of an axis of values: what they are called, and what they are in. */
export function valueTitle(view: SeriesView, { pictures }: Words): string {
  const { long } = view.sections.policy as { readonly long?: { readonly value?: string } }; // as the policy's door left it
  const name = long?.value ?? pictures.value;
  const unit = unitOf(view);
  return unit === undefined ? name : name === unit ? unit : `${name} (${unit})`;
}

/** A number with its unit. */
export function withUnit(text: string, view: View): string {
  const unit = unitOf(view);
  return unit === undefined ? text : `${text}\u00a0${unit}`;
}
