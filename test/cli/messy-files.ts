import { type Random, randomFrom } from '../../src/base/random.ts';

/** Files as offices export them, each with what makes it hard; small, and the same each time. */
export interface MessyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const upTo = <Value>(count: number, make: (i: number) => Value): Value[] => Array.from({ length: count }, (_, i) => make(i));
const pick = <Value>(values: readonly Value[], random: Random): Value => values[random.below(values.length)];
const two = (value: number): string => String(value).padStart(2, '0');
const comma = (value: number, places: number): string => value.toFixed(places).replace('.', ',');

/** A utility's meters by the hour: a byte order mark, semicolons, decimal commas, dd.MM.yyyy, gaps, a status that changes inside a meter. */
export function messyMeters(meters = 60): MessyFile {
  const random = randomFrom('messy meters');
  const rows = upTo(meters, (meter) => {
    const [zip, tariff] = [pick(['1010', '1030', '8010'], random), pick(['Optima', 'Wärme', 'Aqua'], random)];
    const peak = 6 + random.below(14);
    return upTo(24, (hour) => {
      const used = 0.2 + 0.3 * random.unit() + (Math.abs(hour - peak) < 2 ? 1.5 : 0);
      const cells = [
        `AT0030000000000000000000001${String(meter).padStart(5, '0')}`,
        `04.03.2024 ${two(hour)}:00`,
        random.unit() < 0.005 ? '' : comma(used, 3),
        random.unit() < 0.1 ? 'E' : 'G',
        zip,
        tariff,
      ];
      return random.unit() < 0.01 ? [] : [cells.join(';')];
    }).flat();
  }).flat();
  return {
    name: 'zaehler.csv',
    bytes: Buffer.from(`\uFEFFZählpunkt;Zeitstempel;Verbrauch kWh;Status;PLZ;Tarif\n${rows.join('\n')}\n`),
  };
}

/** A hospital's log: patients spelt in several ways, times with different offsets, unknown codes, a column of free text. */
export function messyEvents(patients = 120): MessyFile {
  const random = randomFrom('messy events');
  const rows = upTo(12 * patients, () => {
    const id = `PAT-${(0x1000 + 977 * random.below(patients)).toString(16).toUpperCase()}`;
    const spelt = pick([id, id.toLowerCase(), ` ${id}`], random);
    const day = two(1 + random.below(28));
    const time = `2024-05-${day}T${two(random.below(24))}:${two(random.below(60))}:00`;
    const remark = random.unit() < 0.02 ? 'asked for his wife' : '';
    return [
      `${time}${pick(['Z', '+02:00'], random)}`,
      spelt,
      pick(['ADMIT', 'TRIAGE', 'LAB_CBC', 'XRAY', 'DISCHARGE', 'DISCHARGE', '??'], random),
      pick(['A1', 'A2', 'B1', 'ER'], random),
      remark,
    ].join(',');
  });
  return { name: 'ereignisse.csv', bytes: Buffer.from(`timestamp,patient_id,event_code,ward,comment\n${rows.join('\n')}\n`) };
}

/** A road operator's trips: Windows-1252, date and clock apart, days with and without a nought, `15,61 EUR`, plates as subjects. */
export function messyTrips(trips = 1600): MessyFile {
  const random = randomFrom('messy trips');
  const rows = upTo(trips, () => {
    const day = 1 + random.below(28);
    return [
      `W-${10_100 + random.below(240)} X`,
      pick(['A2-Graz', 'A2-Wien-Süd', 'A1-Wien-West', 'A10-Tauern'], random),
      `${random.below(2) === 0 ? two(day) : day}.${random.below(2) === 0 ? '04' : '4'}.2024`,
      `${two(random.below(24))}:${two(random.below(60))}`,
      String(2 + random.below(3)),
      `${comma(3 + 30 * random.unit(), 2)} EUR`,
    ].join(';');
  });
  const text = `Kennzeichen;Mautstelle;Datum;Uhrzeit;Fahrzeugklasse;Betrag\n${rows.join('\n')}\n`;
  return { name: 'fahrten.csv', bytes: Buffer.from(text, 'latin1') };
}
