import { describe, expect, it } from 'vitest';
import { policyFrom } from '../../src/cli/flag-values.ts';

describe('flags that say how cells are written', () => {
  it('take one value for the file', () => {
    expect(
      policyFrom({ decimal: ',', thousands: ' ', unit: 'EUR', 'time-format': 'dd.MM.yyyy HH:mm', encoding: 'utf-16' }),
    ).toEqual({
      decimal: ',',
      thousands: ' ',
      unit: 'EUR',
      timeFormat: 'dd.MM.yyyy HH:mm',
      encoding: 'utf-16',
    });
    expect(policyFrom({ unit: 'EUR, €' })).toEqual({ unit: ['EUR', '€'] });
  });

  it('take values for columns, and what a column is made of', () => {
    expect(
      policyFrom({
        decimal: 'Preis=,;Menge=.',
        thousands: 'Preis= ',
        unit: 'Preis=EUR,€;Menge=kg',
        'time-format': 'Von=d.M.yyyy; Bis=MM/dd/yyyy h:mm a',
        join: 'Zeitpunkt=Datum + Uhrzeit',
      }),
    ).toEqual({
      decimal: { Preis: ',', Menge: '.' },
      thousands: { Preis: ' ' },
      unit: { Preis: ['EUR', '€'], Menge: 'kg' },
      timeFormat: { Von: 'd.M.yyyy', Bis: 'MM/dd/yyyy h:mm a' },
      join: { Zeitpunkt: ['Datum', 'Uhrzeit'] },
    });
  });
});
