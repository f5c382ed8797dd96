import { csvOf, refusal } from './attack.ts';

/** 200 homes, three events each: every combination has many homes, and no two homes have the same three. */
const codes = ['FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE', 'PULL_CORD.PULLED'];
const at = (day: number) => new Date(Date.UTC(2024, 2, 4 + day, 12)).toISOString().slice(0, 19);
const homes = Array.from({ length: 200 }, (_, home) => {
  const days = [home % 7, Math.floor(home / 7) % 7, Math.floor(home / 49) % 7];
  return codes.map((dogodek, c) => ({ OD_ISO: at(7 * c + days[c]), GUID: `home-${home}`, dogodek }));
}).flat();
const given = { files: { 'log.csv': csvOf(homes) }, run: 'log.csv --method events --release public -k 5' };

refusal('200 homes by all three events they have', { ...given, code: 'output/unicity', exit: 8 });

/** The same homes under ids that change each month, and so many passing ones of one event that a mean over ids says nobody. */
const later = Array.from({ length: 200 }, (_, home) =>
  Array.from({ length: 8 }, (_, month) => ({
    OD_ISO: `2024-${String(month + 4).padStart(2, '0')}-15T12:00:00`,
    GUID: `home-${home}`,
    dogodek: 'PULL_CORD.PULLED',
  })),
).flat();

refusal('homes behind a crowd of ids that hold one event each', {
  files: { 'log.csv': csvOf([...homes, ...later]) },
  run: `${given.run} --pseudonym rotate:month`,
  code: 'output/unicity',
  exit: 8,
});
