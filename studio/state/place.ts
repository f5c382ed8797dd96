import { signal } from '@preact/signals';

/** The steps of a work, in their order. */
export const steps = ['look', 'roles', 'protection', 'preview', 'run', 'release'] as const;
export type Step = (typeof steps)[number];

/** Where somebody is. All of it stands in the address, which holds ids and names of screens, and no value of the data. */
export type Place =
  | { readonly screen: 'home' }
  | { readonly screen: Exclude<Step, 'release'>; readonly work: string }
  | { readonly screen: 'release'; readonly release: string; readonly work?: string }
  | { readonly screen: 'compare'; readonly releases: readonly string[] }
  | { readonly screen: 'verify' };

const hex = /^[0-9a-f]{16}$/;
const jobId = /^[a-z0-9]{1,40}$/;

/** The place that an address names; home for one that names none. */
export function placeIn(hash: string): Place {
  const [first, second = '', third = '', fourth = ''] = hash.replace(/^#\/?/, '').split('/');
  if (first === 'work' && hex.test(second)) {
    if (third === 'release' && jobId.test(fourth)) return { screen: 'release', work: second, release: fourth };
    const step = steps.find((one) => one === third && one !== 'release') as Exclude<Step, 'release'> | undefined;
    return { screen: step ?? 'look', work: second };
  }
  if (first === 'release' && jobId.test(second)) return { screen: 'release', release: second };
  if (first === 'compare') return { screen: 'compare', releases: second.split(',').filter((id) => jobId.test(id)) };
  return first === 'verify' ? { screen: 'verify' } : { screen: 'home' };
}

export function addressOf(place: Place): string {
  switch (place.screen) {
    case 'home':
      return '#/';
    case 'verify':
      return '#/verify';
    case 'compare':
      return `#/compare/${place.releases.join(',')}`;
    case 'release':
      return place.work === undefined ? `#/release/${place.release}` : `#/work/${place.work}/release/${place.release}`;
    default:
      return `#/work/${place.work}/${place.screen}`;
  }
}

export const place = signal<Place>(placeIn(location.hash));
addEventListener('hashchange', () => {
  place.value = placeIn(location.hash);
});

/** Goes there, as a link would: back leads here again. */
export function goTo(next: Place): void {
  location.hash = addressOf(next).slice(1);
}

/** The screens that are built in: what is not among them is not offered. */
export const offered = signal<ReadonlySet<string>>(new Set());
