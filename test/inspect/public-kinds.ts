import { type Random, randomFrom } from '../../src/base/random.ts';

/** A table like one that is public, and what it is. */
export interface PublicKind {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly kind: 'series' | 'long' | 'events' | 'transactions' | 'table';
  /** Who is protected; left out where no column says so. */
  readonly subject?: string;
  /** Without names, a person has to be asked who is protected. */
  readonly askedWithoutNames?: true;
  /** Without names, what kind it is cannot be seen. */
  readonly kindWithoutNames?: 'table';
}

export const csvOfKind = ({ columns, rows }: Pick<PublicKind, 'columns' | 'rows'>): string =>
  `${[columns, ...rows].map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\n')}\n`;

/** The same table with columns that are called nothing. */
export function withoutNames(kind: PublicKind): PublicKind {
  const plain = (name: string) => `c${kind.columns.indexOf(name) + 1}`;
  return {
    ...kind,
    columns: kind.columns.map(plain),
    ...(kind.subject === undefined ? {} : { subject: plain(kind.subject) }),
  };
}

const start = Date.UTC(2024, 0, 1);
const iso = (seconds: number): string =>
  new Date(start + 1000 * Math.round(seconds)).toISOString().slice(0, 19).replace('T', ' ');
const pick = <Value>(values: readonly Value[], random: Random): Value => values[random.below(values.length)];
const day = 86_400;
const cents = (value: number): string => value.toFixed(2);
const skewed = (count: number, random: Random): number => Math.floor(count * random.unit() ** 2);
const upTo = <Value>(count: number, make: (i: number) => Value): Value[] => Array.from({ length: count }, (_, i) => make(i));

/** Cases of a process, one after the other as XES has them. */
function cases(
  count: number,
  random: Random,
  row: (c: number, at: number, place: number) => readonly string[],
): readonly (readonly string[])[] {
  return upTo(count, (c) => {
    let at = random.unit() * 60 * day;
    return upTo(3 + random.below(20), (place) => {
      at += random.unit() ** 3 * 3 * day;
      return row(c, at, place);
    });
  }).flat();
}

function bpic(random: Random): PublicKind {
  const activities = upTo(20, (i) => `${pick(['A', 'O', 'W'], random)}_STEP${'ABCDEFGHIJKLMNOPQRST'[i]}`);
  const amounts = upTo(250, () => String(1000 + 500 * random.below(60)));
  return {
    name: 'BPIC 2012',
    columns: ['case:concept:name', 'case:AMOUNT_REQ', 'concept:name', 'lifecycle:transition', 'org:resource', 'time:timestamp'],
    rows: cases(250, random, (c, at, place) => [
      String(173_688 + 3 * c),
      amounts[c],
      activities[Math.min(19, place + random.below(4))],
      pick(['START', 'COMPLETE', 'SCHEDULE'], random),
      String(10_000 + 13 * skewed(60, random)),
      `${iso(at).replace(' ', 'T')}+00:00`,
    ]),
    kind: 'events',
    subject: 'case:concept:name',
  };
}

function sepsis(random: Random): PublicKind {
  const steps = [
    'ER Registration',
    'ER Triage',
    'CRP',
    'Leucocytes',
    'LacticAcid',
    'IV Liquid',
    'IV Antibiotics',
    'Admission NC',
    'Release A',
    'Return ER',
  ];
  const letters = (n: number): string => (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));
  return {
    name: 'Sepsis',
    columns: ['Case ID', 'Activity', 'Complete Timestamp', 'Age', 'CRP', 'Diagnose', 'org:group'],
    rows: cases(260, random, (c, at, place) => {
      const step = place < 2 ? place : 2 + random.below(8);
      return [
        letters(c),
        steps[step],
        iso(at),
        place === 0 ? String(5 * (4 + random.below(15))) : '',
        step === 2 ? `${random.below(300)}.0` : '',
        place === 0 ? letters(random.below(90)) : '',
        letters(step + random.below(8)),
      ];
    }),
    kind: 'events',
    subject: 'Case ID',
  };
}

function billing(random: Random): PublicKind {
  const specialities = upTo(260, () => `sp${'abcdefgh'[random.below(8)]}`);
  return {
    name: 'hospital billing',
    columns: ['case', 'event', 'startTime', 'actOrange', 'diagnosis', 'speciality', 'isClosed', 'org:resource'],
    rows: cases(260, random, (c, at) => [
      `N${String(1000 + 7 * c)}`,
      pick(['NEW', 'FIN', 'RELEASE', 'CODE OK', 'BILLED', 'REOPEN', 'DELETE'], random),
      iso(at),
      pick(['True', 'False'], random),
      `d${String.fromCharCode(97 + random.below(26))}${String.fromCharCode(97 + random.below(9))}`,
      specialities[c],
      pick(['True', 'False'], random),
      `Res${'ABCDEFGHIJKLMNOPQRSTU'[skewed(21, random)]}`,
    ]),
    kind: 'events',
    subject: 'case',
  };
}

/** A log in the order of time, with a unique number for each event. */
function logins(random: Random): PublicKind {
  return {
    name: 'a log with numbered events',
    columns: ['event_id', 'ts', 'user', 'action', 'app'],
    rows: upTo(2000, (i) => [
      `e${900_000 + i}`,
      iso((i * 30 * day) / 4000 + random.unit() * 60),
      `u${skewed(400, random) + 1000}`,
      pick(['login', 'logout', 'read', 'write', 'share'], random),
      pick(['mail', 'files', 'chat'], random),
    ]),
    kind: 'events',
    subject: 'user',
  };
}

function taxi(random: Random): PublicKind {
  return {
    name: 'NYC taxi',
    columns: [
      'VendorID',
      'tpep_pickup_datetime',
      'tpep_dropoff_datetime',
      'passenger_count',
      'trip_distance',
      'RatecodeID',
      'store_and_fwd_flag',
      'PULocationID',
      'DOLocationID',
      'payment_type',
      'fare_amount',
      'tip_amount',
      'total_amount',
    ],
    rows: upTo(2000, (i) => {
      const at = (i * 14 * day) / 4000;
      const miles = 0.4 + 9 * random.unit() ** 2;
      const fare = 3 + 2.6 * miles;
      const tip = random.unit() * 5;
      return [
        String(1 + random.below(2)),
        iso(at),
        iso(at + 200 * miles),
        String(1 + skewed(6, random)),
        cents(miles),
        String(1 + skewed(5, random)),
        pick(['Y', 'N'], random),
        String(1 + skewed(265, random)),
        String(1 + skewed(265, random)),
        String(1 + random.below(4)),
        cents(fare),
        cents(tip),
        cents(fare + tip),
      ];
    }),
    kind: 'transactions',
  };
}

/** The taxi trips of 2013, with a cab in each. */
function cabs(random: Random): PublicKind {
  const hex = (n: number) => (n * 2_654_435_761 + 1e12).toString(16).toUpperCase().padStart(16, 'A');
  return {
    name: 'NYC cabs of 2013',
    columns: [
      'medallion',
      'pickup_datetime',
      'dropoff_datetime',
      'passenger_count',
      'pickup_zone',
      'dropoff_zone',
      'fare_amount',
    ],
    rows: upTo(2000, (i) => {
      const at = (i * 14 * day) / 4000;
      return [
        hex(skewed(300, random)),
        iso(at),
        iso(at + 900),
        String(1 + skewed(6, random)),
        `zone ${pick('ABCDEFGHIJKLMNOPQRS'.split(''), random)}${pick(['north', 'south', 'east'], random)}`,
        `zone ${pick('ABCDEFGHIJKLMNOPQRS'.split(''), random)}${pick(['north', 'south', 'east'], random)}`,
        cents(4 + 30 * random.unit() ** 2),
      ];
    }),
    kind: 'transactions',
    subject: 'medallion',
  };
}

function bikes(random: Random, withBike: boolean): PublicKind {
  const stations = upTo(200, (i) => ({
    id: String(72 + 17 * i),
    name: `${pick(['W', 'E'], random)} ${i + 3} St & ${1 + (i % 11)} Ave`,
  }));
  const columns = [
    'ride_id',
    'rideable_type',
    'started_at',
    'ended_at',
    'start_station_name',
    'start_station_id',
    'end_station_name',
    'end_station_id',
    'member_casual',
  ];
  return {
    name: withBike ? 'Citi Bike with bikes' : 'Citi Bike',
    columns: withBike ? [...columns, 'bikeid'] : columns,
    rows: upTo(2000, (i) => {
      const at = (i * 28 * day) / 4000;
      const [from, to] = [stations[skewed(200, random)], stations[skewed(200, random)]];
      return [
        (1e15 + i * 7_919_777_331).toString(16).toUpperCase().padStart(16, '0'),
        pick(['classic_bike', 'electric_bike'], random),
        iso(at),
        iso(at + 300 + 2000 * random.unit()),
        from.name,
        from.id,
        to.name,
        to.id,
        pick(['member', 'member', 'casual'], random),
        ...(withBike ? [String(14_529 + 37 * random.below(500))] : []),
      ];
    }),
    kind: 'transactions',
    ...(withBike ? { subject: 'bikeid' } : {}),
  };
}

function retail(random: Random): PublicKind {
  const goods = upTo(300, (i) => ({
    code: `${20_000 + 13 * i}${pick(['', 'A', 'B'], random)}`,
    name: `${pick(['RED', 'BLUE', 'PINK'], random)} ${pick(['MUG', 'LAMP', 'BAG'], random)} ${i}`,
    price: cents(0.5 + 12 * random.unit()),
  }));
  const buyers = upTo(220, (i) => ({
    id: String(12_346 + 23 * i),
    country: pick(['United Kingdom', 'United Kingdom', 'France', 'Germany', 'EIRE'], random),
  }));
  const rows = upTo(700, (i) => {
    const buyer = buyers[skewed(220, random)];
    const known = random.unit() < 0.8;
    const at = (i * 60 * day) / 700;
    return upTo(1 + random.below(11), () => {
      const good = goods[skewed(300, random)];
      return [
        String(536_365 + i),
        good.code,
        good.name,
        String(1 + random.below(12)),
        iso(at),
        good.price,
        known ? buyer.id : '',
        buyer.country,
      ];
    });
  }).flat();
  return {
    name: 'Online Retail',
    columns: ['InvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice', 'CustomerID', 'Country'],
    rows,
    kind: 'transactions',
    subject: 'CustomerID',
  };
}

function instacart(random: Random): PublicKind {
  const rows = upTo(250, (user) =>
    upTo(2 + random.below(4), (visit) => {
      const [dow, hour] = [String(random.below(7)), String(7 + random.below(14))];
      const order = String(1_000_000 + ((user * 31 + visit * 7919) % 900_000));
      return upTo(1 + random.below(8), (place) => [
        order,
        String(user + 1),
        String(visit + 1),
        dow,
        hour,
        String(1 + skewed(5000, random)),
        String(place + 1),
        String(random.below(2)),
      ]);
    }).flat(),
  ).flat();
  return {
    name: 'Instacart',
    columns: [
      'order_id',
      'user_id',
      'order_number',
      'order_dow',
      'order_hour_of_day',
      'product_id',
      'add_to_cart_order',
      'reordered',
    ],
    rows,
    kind: 'transactions',
    subject: 'user_id',
    askedWithoutNames: true,
    kindWithoutNames: 'table',
  };
}

function metersLong(random: Random): PublicKind {
  const acorns = upTo(60, () => `ACORN-${'ABCDEFGH'[random.below(8)]}`);
  return {
    name: 'London smart meters',
    columns: ['LCLid', 'stdorToU', 'DateTime', 'KWH/hh (per half hour)', 'Acorn'],
    rows: upTo(60, (meter) =>
      upTo(48, (i) => [
        `MAC${String(2 + 7 * meter).padStart(6, '0')}`,
        meter % 4 === 0 ? 'ToU' : 'Std',
        iso(i * 1800),
        (0.1 + random.unit() ** 2).toFixed(3),
        acorns[meter],
      ]),
    ).flat(),
    kind: 'long',
    subject: 'LCLid',
  };
}

function metersWide(random: Random): PublicKind {
  return {
    name: 'meters with an hour in each column',
    columns: ['meter', ...upTo(48, (i) => `hh_${i}`)],
    rows: upTo(120, (meter) => [`M${10_000 + meter}`, ...upTo(48, () => (random.unit() ** 2).toFixed(3))]),
    kind: 'series',
    subject: 'meter',
  };
}

/** Stays begin at their own hours and last as long as they last. */
function vitals(random: Random): PublicKind {
  return {
    name: 'ICU vitals',
    columns: ['stay_id', 'hour', 'heart_rate', 'sbp', 'spo2', 'temperature', 'care_unit'],
    rows: upTo(120, (stay) => {
      const unit = pick(['MICU', 'SICU', 'CCU'], random);
      return upTo(12 + random.below(36), (hour) => [
        String(30_000_000 + 9_133 * stay),
        String(hour),
        String(Math.round(80 + 12 * random.normal())),
        String(Math.round(120 + 14 * random.normal())),
        String(Math.min(100, Math.round(96 + 2 * random.normal()))),
        (36.8 + 0.5 * random.normal()).toFixed(1),
        unit,
      ]);
    }).flat(),
    kind: 'long',
    subject: 'stay_id',
  };
}

/** One row for each measurement, at any time. */
function charted(random: Random): PublicKind {
  return {
    name: 'ICU chart events',
    columns: ['subject_id', 'charttime', 'itemid', 'valuenum'],
    rows: upTo(150, (patient) => {
      const admitted = random.unit() * 90 * day;
      return upTo(10 + random.below(30), () => [
        String(10_000_000 + 7_919 * patient),
        iso(admitted + random.unit() * 3 * day),
        pick(['HR', 'SBP', 'DBP', 'SpO2', 'Temp', 'Resp'], random),
        String(20 + random.below(140)),
      ]);
    }).flat(),
    kind: 'events',
    subject: 'subject_id',
  };
}

function tollTrips(random: Random): PublicKind {
  const plazas = upTo(
    40,
    (i) => `${pick(['A1', 'A4', 'A14'], random)} ${'Nord Sud Est Ovest'.split(' ')[i % 4]} ${String.fromCharCode(65 + i)}`,
  );
  const classes = upTo(400, () => String(1 + random.below(5)));
  return {
    name: 'toll trips',
    columns: ['targa', 'casello_entrata', 'ora_entrata', 'casello_uscita', 'ora_uscita', 'classe', 'importo'],
    rows: upTo(2000, (i) => {
      const car = skewed(400, random);
      const at = (i * 14 * day) / 4000;
      return [
        `${'ABCDEFGHKL'[car % 10]}${'MNPRSTVWXZ'[Math.floor(car / 10) % 10]}${100 + car}QT`,
        pick(plazas, random),
        iso(at),
        pick(plazas, random),
        iso(at + 3600 * random.unit()),
        classes[car],
        cents(1 + 30 * random.unit()),
      ];
    }),
    kind: 'transactions',
    subject: 'targa',
  };
}

/** One row for each patient: nothing repeats in time. */
function patients(random: Random): PublicKind {
  return {
    name: 'a table of patients',
    columns: ['patient_id', 'age', 'sex', 'zip', 'admitted', 'diagnosis'],
    rows: upTo(600, (i) => [
      `P${5000 + i}`,
      String(20 + random.below(70)),
      pick(['f', 'm'], random),
      String(1000 + 10 * random.below(30)),
      iso(random.unit() * 300 * day).slice(0, 10),
      `I${10 + random.below(40)}`,
    ]),
    kind: 'table',
    subject: 'patient_id',
    askedWithoutNames: true,
  };
}

/** The census: nobody has a number. */
function census(random: Random): PublicKind {
  return {
    name: 'Adult',
    columns: [
      'age',
      'workclass',
      'fnlwgt',
      'education',
      'education-num',
      'occupation',
      'capital-gain',
      'hours-per-week',
      'native-country',
      'income',
    ],
    rows: upTo(3000, () => [
      String(17 + Math.min(60, Math.round(Math.abs(15 * random.normal()) + 5))),
      pick(['Private', 'State-gov', 'Self-emp'], random),
      String(Math.round(190_000 * Math.exp(0.5 * random.normal()))),
      pick(['HS-grad', 'Bachelors', 'Masters', '10th'], random),
      String(1 + random.below(16)),
      pick(['Sales', 'Craft', 'Exec', 'Tech', 'Other'], random),
      random.unit() < 0.9 ? '0' : String(random.below(20_000)),
      String(Math.round(40 + 8 * random.normal())),
      pick(['US', 'MX', 'PH'], random),
      pick(['<=50K', '>50K'], random),
    ]),
    kind: 'table',
  };
}

/** Tables of every public kind that people bring. */
export const publicKinds = (seed: number): readonly PublicKind[] =>
  [
    bpic,
    sepsis,
    billing,
    logins,
    taxi,
    cabs,
    (random: Random) => bikes(random, true),
    (random: Random) => bikes(random, false),
    retail,
    instacart,
    metersLong,
    metersWide,
    vitals,
    charted,
    tollTrips,
    patients,
    census,
  ].map((make, place) => make(randomFrom(`public kind ${seed} ${place}`)));
