import { describe, expect, it } from 'vitest';
import { describeOpen, notationQuestions, openNotations } from '../../src/cli/ask-notations.ts';
import { findNotations } from '../../src/inspect/find-notations.ts';
import type { Inspection } from '../../src/inspect/inspection.ts';
import type { Look } from '../../src/inspect/look.ts';
import { formsIn } from '../inspect/written.ts';

const look = (name: string, clocks = 0): Look => ({
  ...{ name, filled: 9, numbers: 0, wholes: 0, padded: 0, cents: 0, moments: 0, colons: 0, clocks },
  ...{ uuids: 0, codes: 0, digits: 0, shortest: 1, longest: 20 },
});

/** All that questions are asked from. */
const found = (columns: Readonly<Record<string, readonly string[]>>): Inspection =>
  ({
    notations: findNotations(
      Object.entries(columns).map(([name, cells]) => formsIn(name, cells)),
      Object.entries(columns).map(([name, [cell]]) => look(name, cell.includes(':') ? 9 : 0)),
    ),
  }) as unknown as Inspection;

describe('what init asks about a file', () => {
  it('is the order of dates, of the column that they become with their clock', () => {
    const file = found({ Datum: ['3/4/2024', '5/4/2024'], Uhrzeit: ['10:00', '11:30'] });
    const open = openNotations(file, false);
    expect(open).toHaveLength(1);
    expect(describeOpen(open[0])).toContain("--join Datum_Uhrzeit=Datum+Uhrzeit --time-format 'Datum_Uhrzeit=d/M/yyyy HH:mm' or");
    const [question] = notationQuestions(file, open);
    expect(question.options.map(({ label }) => label)).toEqual(['d/M/yyyy HH:mm', 'M/d/yyyy HH:mm']);
    expect(question.take({ threads: 1 }, '1')).toEqual({
      threads: 1,
      join: { Datum_Uhrzeit: ['Datum', 'Uhrzeit'] },
      timeFormat: { Datum_Uhrzeit: 'M/d/yyyy HH:mm' },
    });
  });

  it('is the sign of numbers, with what the other reading needs', () => {
    const file = found({ Preis: ['1,234', '2,000'], Menge: ['3,500', '9,125'] });
    const questions = notationQuestions(file, openNotations(file, true));
    expect(questions).toHaveLength(2);
    const answers = questions.reduce<Readonly<Record<string, unknown>>>(
      (settings, question, place) => question.take(settings, String(place)),
      {},
    );
    expect(answers).toEqual({ decimal: { Preis: ',', Menge: '.' }, thousands: { Menge: ',' } });
  });

  it('is what is merely likely only where somebody is there to answer', () => {
    const file = found({ Zeit: ['03.04.2024', '05.04.2024'], Wert: ['0,5', '1,25'] });
    expect(openNotations(file, false)).toEqual([]);
    expect(openNotations(file, true)).toMatchObject([{ column: 'Zeit', setting: 'timeFormat' }]);
  });
});
