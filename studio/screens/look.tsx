import { useState } from 'preact/hooks';
import type { Inspection } from '../api/calls.ts';
import { isSourceClosed } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Ladder } from '../parts/ladder.tsx';
import { Card, Page, Ways } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Spread } from '../parts/spread.tsx';
import { Waiting } from '../parts/waiting.tsx';
import type { Choices } from '../state/choices.ts';
import { useInspection } from '../state/found.ts';
import { count, percent, wordsOf } from '../state/language.ts';
import { choices, choose, openWorkId } from '../state/work.ts';
import { lookWords } from '../words/look.ts';
import { tellAll, tellNotes } from '../words/told/told.ts';

/** What the file holds: its columns, how it is read, and who stands alone in it as it is. */
export function LookScreen() {
  const words = wordsOf(lookWords);
  const { value: found, problem, isBusy, again } = useInspection();
  const work = openWorkId.value ?? '';
  return (
    <Page title={words.title} lede={words.lede}>
      {problem === undefined ? null : <Problem problem={problem} again={again} />}
      {isBusy ? <Waiting>{found?.head === true ? words.readingAll(count(found.rows)) : words.reading}</Waiting> : null}
      {!isBusy && found?.head === true ? <p class="notice">{words.head(count(found.rows))}</p> : null}
      {found === undefined ? null : <Overview found={found} />}
      <Reading found={found} />
      {found === undefined ? null : (
        <>
          <Standing found={found} />
          <Columns found={found} />
          <Notes found={found} />
        </>
      )}
      <Ways
        back={{ screen: 'home' }}
        {...(found !== undefined
          ? { next: { screen: 'roles', work } as const }
          : isSourceClosed(problem)
            ? { next: { screen: 'run', work } as const }
            : {})}
      />
    </Page>
  );
}

function Overview({ found }: { readonly found: Inspection }) {
  const words = wordsOf(lookWords);
  const { rows, fields, shape, format } = found;
  const columns = fields.reduce((sum, field) => sum + field.columns.length, 0);
  const tell = words.shapes[shape.kind] as (one: typeof shape) => string; // the kind vouches for its shape
  return (
    <p class="facts">
      <span>{words.rows(count(rows))}</span>
      <span>{words.columns(count(columns))}</span>
      <span>{format.toUpperCase()}</span>
      <span class="grow">
        {words.looksLike} {tell(shape)}.
      </span>
    </p>
  );
}

type Open = NonNullable<Inspection['notations']>['open'][number];
type Record_ = Readonly<Record<string, unknown>>;

const mapOf = (setting: unknown): Record_ => (typeof setting === 'object' && setting !== null ? (setting as Record_) : {});

/** The settings that an answer comes to, beside those before it. */
function withAnswer(reading: Record_, found: Inspection, open: Open, place: number): Record_ {
  const { value, notation } = open.choices[place];
  if (open.setting === 'encoding') return { ...reading, encoding: value };
  const joins = found.notations?.join.filter(({ name }) => name === open.column) ?? [];
  const join =
    joins.length === 0
      ? {}
      : { join: { ...mapOf(reading.join), ...Object.fromEntries(joins.map((one) => [one.name, one.parts])) } };
  const put = (key: string, what: string) => ({ [key]: { ...mapOf(reading[key]), [open.column]: what } });
  if (notation?.kind !== 'number') return { ...reading, ...join, ...put('timeFormat', value) };
  const { decimal, thousands } = notation;
  return { ...reading, ...put('decimal', decimal), ...(thousands === undefined ? {} : put('thousands', thousands)) };
}

/** Questions that only a person can answer, the answers given so far, and a way to have it read differently. */
function Reading({ found }: { readonly found: Inspection | undefined }) {
  const words = wordsOf(lookWords);
  const { reading } = choices.value as Choices; // a work is open, or this is not drawn
  const open = [
    ...(found?.notations?.open ?? []),
    ...(found?.notations?.columns.flatMap(({ likely }) => likely ?? []) ?? []),
  ].filter(({ choices: some }) => some.length > 0);
  const answered = ['timeFormat', 'decimal', 'thousands'].flatMap((key) =>
    Object.entries(mapOf(reading[key])).map(([column, value]) => ({ key, column, value: String(value) })),
  );
  const forget = (key: string, column: string) => {
    const { [column]: _, ...rest } = mapOf(reading[key]);
    choose({ reading: { ...reading, [key]: rest } });
  };
  return (
    <>
      {open.length === 0 || found === undefined ? null : (
        <Card title={words.questions} class="asks">
          <p class="soft">{words.questionsLede}</p>
          {open.map((one) => (
            <fieldset key={one.column}>
              <legend>{words.question(one.column)}</legend>
              <p class="small soft">{tellAll(one.evidence, one.told)}</p>
              <div class="options">
                {one.choices.map(({ value, means, told }, place) => (
                  <button
                    key={value + means}
                    type="button"
                    class="option"
                    onClick={() => choose({ reading: withAnswer(reading, found, one, place) })}
                  >
                    <strong>{value}</strong>
                    <small>{tellAll(means, told)}</small>
                  </button>
                ))}
              </div>
            </fieldset>
          ))}
        </Card>
      )}
      {answered.length === 0 ? null : (
        <ul class="said">
          {answered.map(({ key, column, value }) => (
            <li key={key + column}>
              <Icon name="check" /> {words.answered}: <strong>{column}</strong> <code>{value}</code>
              <Button kind="quiet" name={`${words.askAgain}: ${column}`} onClick={() => forget(key, column)}>
                {words.askAgain}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <details class="otherwise">
        <summary>{words.otherwise}</summary>
        <div class="fields">
          <Setting name={words.delimiter} setting="delimiter" values={[',', ';', '\t', '|']} />
          <Setting
            name={words.encoding}
            setting="encoding"
            values={['utf-8', 'utf-16', 'windows-1252', 'windows-1250', 'iso-8859-1', 'iso-8859-2']}
          />
          <Setting name={words.decimal} setting="decimal" values={['.', ',']} />
        </div>
      </details>
    </>
  );
}

interface SettingShown {
  readonly name: string;
  readonly setting: string;
  readonly values: readonly string[];
}

function Setting({ name, setting, values }: SettingShown) {
  const words = wordsOf(lookWords);
  const { reading } = choices.value as Choices; // a work is open, or this is not drawn
  const now = typeof reading[setting] === 'string' ? reading[setting] : '';
  const set = (value: string) => {
    const { [setting]: _, ...rest } = reading;
    choose({ reading: value === '' ? rest : { ...rest, [setting]: value } });
  };
  return (
    <label class="field">
      <span>{name}</span>
      <select value={now} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">{words.asFound}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value === '\t' ? words.tab : value}
          </option>
        ))}
      </select>
    </label>
  );
}

function Standing({ found: { standing, shape } }: { readonly found: Inspection }) {
  const words = wordsOf(lookWords);
  return (
    <Card title={words.ladder}>
      {standing === undefined ? (
        <p class="soft">{words.noLadder}</p>
      ) : (
        <Ladder standing={standing} byRow={shape.subject === undefined} />
      )}
    </Card>
  );
}

/** Columns drawn at first: a page does not grow with the file. */
const most = 60;

function Columns({ found: { fields, everyNthRow } }: { readonly found: Inspection }) {
  const words = wordsOf(lookWords);
  const [shown, setShown] = useState(most);
  return (
    <Card title={words.table}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.spread}</th>
            <th scope="col">{words.missing}</th>
            <th scope="col">{words.different}</th>
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, shown).map((field) => (
            <Column key={field.name} field={field} />
          ))}
        </tbody>
      </table>
      {fields.length > shown ? (
        <Button onClick={() => setShown(shown + 10 * most)}>{words.more(count(fields.length - shown))}</Button>
      ) : null}
      {everyNthRow > 1 ? <p class="small soft">{words.everyNth(count(everyNthRow))}</p> : null}
    </Card>
  );
}

function Column({ field }: { readonly field: Inspection['fields'][number] }) {
  const words = wordsOf(lookWords);
  const { name, columns, kind, rows, missing, odd, distinct, counted, histogram } = field;
  const cells = rows * columns.length;
  const share = cells === 0 ? 0 : missing / cells;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-name={words.kind}>
        {columns.length > 1 ? words.run(count(columns.length)) : words.kinds[kind]}
        {odd > 0 ? <small>{words.odd(count(odd))}</small> : null}
      </td>
      <td data-name={words.spread}>
        <Spread name={name} shares={histogram} />
      </td>
      <td data-name={words.missing} class="number">
        {Number.isNaN(missing) ? (
          words.some
        ) : missing === 0 ? (
          <span class="soft">{words.none}</span>
        ) : (
          percent(Math.max(share, 0.001))
        )}
      </td>
      <td data-name={words.different} class="number">
        {distinct === 0 ? '' : counted ? count(distinct) : words.about(count(distinct))}
      </td>
    </tr>
  );
}

function Notes({ found: { notations } }: { readonly found: Inspection }) {
  const words = wordsOf(lookWords);
  const told = [
    ...(notations?.encoding === undefined
      ? []
      : [`${notations.encoding.name}: ${tellAll(notations.encoding.evidence, notations.encoding.told)}`]),
    ...(notations?.columns ?? []).map(({ column, evidence, told: why }) => `${column}: ${tellAll(evidence, why)}`),
    ...tellNotes(notations?.notes ?? [], notations?.toldNotes),
  ];
  if (told.length === 0) return null;
  return (
    <Card title={words.notes}>
      <ul class="bullets">
        {told.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Card>
  );
}
