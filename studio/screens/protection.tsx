import { useState } from 'preact/hooks';
import type { Drafted, Inspection } from '../api/calls.ts';
import { Refusal } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Page, Ways } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Waiting } from '../parts/waiting.tsx';
import type { Audience, Choices } from '../state/choices.ts';
import { useDraft, usePlan } from '../state/drafted.ts';
import { useInspection } from '../state/found.ts';
import { type KnowsSetting, useKnownSettings } from '../state/knows.ts';
import { count, sizeOf, wordsOf } from '../state/language.ts';
import { offered } from '../state/place.ts';
import { choices, choose, openWorkId } from '../state/work.ts';
import { yamlOf } from '../state/yaml.ts';
import { protectionWords } from '../words/protection.ts';
import { reportWords } from '../words/report.ts';
import { tellNotes } from '../words/told/told.ts';

const audiences: readonly Audience[] = ['internal', 'partner', 'public'];
/** What each audience sets: k = 5 inside and 11 in public are common, and what leaves should not tell a group's secret. */
const setsOf: Readonly<Record<Audience, { readonly k: number; readonly l?: number }>> = {
  internal: { k: 5 },
  partner: { k: 10, l: 2 },
  public: { k: 11, l: 2 },
};

/** Who receives it sets the numbers; words and numbers stand side by side. */
export function ProtectionScreen() {
  const words = wordsOf(protectionWords);
  const { value: found } = useInspection();
  const { value: draft, problem, isBusy, again } = useDraft();
  const { value: knows, problem: unknown, again: askAgain } = useKnownSettings();
  const plan = usePlan(draft?.policy);
  const work = openWorkId.value ?? '';
  return (
    <Page title={words.title} lede={words.lede}>
      <AudienceChoice found={found} draft={draft} knows={knows} />
      {problem === undefined ? null : <Problem problem={problem} again={again} />}
      {unknown === undefined ? null : <Problem problem={unknown} again={askAgain} />}
      {draft === undefined || found === undefined || knows === undefined ? (
        isBusy && <Waiting />
      ) : (
        <>
          <div class="columns">
            <Promises draft={draft} found={found} knows={knows} />
            <Feasible plan={{ ...plan, isBusy: plan.isBusy || isBusy }} draft={draft} />
          </div>
          <Method draft={draft} />
          <details class="otherwise">
            <summary>{words.file}</summary>
            <pre>
              <code>{yamlOf(draft.policy)}</code>
            </pre>
          </details>
          <Ways
            back={{ screen: 'roles', work }}
            {...(plan.value === undefined && !isTooLong(plan.problem)
              ? {}
              : { next: { screen: offered.value.has('preview') ? 'preview' : 'run', work } as const })}
          />
        </>
      )}
    </Page>
  );
}

/** All of a large file is read to see whether it can be made: who does not wait for it sees it when it runs. */
const isTooLong = (problem: unknown): boolean => problem instanceof Refusal && problem.problem.code === 'server/ask-time';

/** What the choices are offered by; undefined while it is asked for. */
interface Known {
  readonly found: Inspection | undefined;
  readonly draft: Drafted | undefined;
  readonly knows: KnowsSetting | undefined;
}

/** Sensitive columns that can hold l different values; others would refuse it. Not every method knows l. */
function diverseColumns({ found, draft, knows }: Known, l: number): readonly string[] {
  const { sensitive = [] } = (draft?.policy ?? {}) as PolicyShown;
  if (draft === undefined || knows?.(draft.policy, 'l') !== true) return [];
  const names = typeof sensitive === 'string' ? sensitive.split(',') : sensitive;
  return names.every((name) => (found?.fields.find((one) => one.name === name)?.distinct ?? 0) >= l) ? names : [];
}

/** What an audience sets, in the place of numbers that were chosen before. */
const settingsFor = (audience: Audience, { settings }: Choices, mayDiffer: boolean): Choices['settings'] => {
  const { l: _, p: __, ...rest } = settings;
  const { l } = setsOf[audience];
  return l !== undefined && mayDiffer ? { ...rest, l } : rest;
};

/** Nobody chooses before all is known: a public release without l would be less than its choice says. */
function AudienceChoice({ found, draft, knows }: Known) {
  const words = wordsOf(protectionWords);
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const subjects = found?.standing?.subjects ?? Number.POSITIVE_INFINITY;
  const mayDiffer = diverseColumns({ found, draft, knows }, 2).length > 0;
  const take = (audience: Audience) =>
    choose({
      audience,
      k: Math.max(2, Math.min(setsOf[audience].k, subjects)),
      settings: settingsFor(audience, chosen, mayDiffer),
    });
  const now = chosen.audience ?? 'internal';
  return (
    <fieldset class="audience" disabled={found === undefined || draft === undefined || knows === undefined}>
      <legend>{words.who}</legend>
      <div class="cards">
        {audiences.map((one) => (
          <label key={one} class={one === now ? 'pick on' : 'pick'}>
            <input type="radio" name="audience" checked={one === now} onChange={() => take(one)} />
            <span>
              <strong>{words.audiences[one].name}</strong>
              <small>{words.audiences[one].about}</small>
              <small class="sets number">
                k {setsOf[one].k}
                {setsOf[one].l === undefined || !mayDiffer ? '' : ` · l ${setsOf[one].l}`} · {one}
              </small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PolicyShown {
  readonly k?: number;
  readonly p?: number;
  readonly l?: number;
  readonly method?: string;
  readonly event?: unknown;
  readonly sensitive?: string | readonly string[];
  readonly pseudonym?: NonNullable<Choices['pseudonym']>;
  readonly timeZone?: string;
}

function Promises({ draft, found, knows }: { readonly [Key in keyof Known]: NonNullable<Known[Key]> }) {
  const words = wordsOf(protectionWords);
  const { sheet } = reportWords();
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const { k = 5, p, l, event, pseudonym, timeZone } = draft.policy as PolicyShown;
  const columns = diverseColumns({ found, draft, knows }, 2);
  const names = columns.join(', ');
  const set = (settings: object) => choose({ settings: { ...chosen.settings, ...settings } });
  const without = (key: string) => {
    const { [key]: _, ...rest } = chosen.settings;
    choose({ settings: rest });
  };
  const tellK = event !== undefined ? sheet.hidesEvent : p !== undefined ? sheet.hides : sheet.hidesRow;
  return (
    <Card title={words.promises}>
      <p class="soft small">{words.promisesLede}</p>
      <ul class="promises">
        <li>
          <p>{tellK(count(k))}</p>
          <NumberField
            name={words.k}
            value={chosen.k ?? k}
            least={2}
            onSet={(value) => choose({ k: value, settings: withoutP(chosen, value) })}
          />
        </li>
        {p === undefined ? null : (
          <li>
            <p>{sheet.hidesShape(count(p))}</p>
            <NumberField
              name={words.p}
              value={numberOf(chosen, 'p') ?? p}
              least={2}
              most={chosen.k ?? k}
              onSet={(value) => set({ p: value })}
            />
          </li>
        )}
        {columns.length === 0 ? null : (
          <li>
            <p>{l === undefined ? words.notDiverse(names) : words.diverse(count(l), names)}</p>
            <span class="pair">
              <label class="tick">
                <input
                  type="checkbox"
                  checked={l !== undefined}
                  onChange={() => (l === undefined ? set({ l: 2 }) : without('l'))}
                />
                <span>{words.l}</span>
              </label>
              {l === undefined ? null : (
                <NumberField
                  name={words.l}
                  hidden
                  value={numberOf(chosen, 'l') ?? l}
                  least={2}
                  onSet={(value) => set({ l: value })}
                />
              )}
            </span>
          </li>
        )}
      </ul>
      {event === undefined || pseudonym === undefined ? null : (
        <label class="field">
          <span>{words.links}</span>
          <select
            value={pseudonym}
            onChange={({ currentTarget }) => choose({ pseudonym: currentTarget.value as typeof pseudonym })} // its options are these
          >
            {Object.entries(words.pseudonyms).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {found.offsets === undefined ? null : (
        <label class="field">
          <span>
            {words.timeZone}. {words.timeZoneWhy(count(found.offsets))}
          </span>
          <select value={timeZone ?? 'UTC'} onChange={({ currentTarget }) => choose({ timeZone: currentTarget.value })}>
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
    </Card>
  );
}

/** A number that was chosen: it is shown at once, not when the policy with it has come. */
function numberOf({ settings }: Choices, key: string): number | undefined {
  const { [key]: chosen } = settings;
  return typeof chosen === 'number' ? chosen : undefined;
}

/** P cannot be more than k; where it was chosen by hand and no longer fits, it follows k. */
function withoutP({ settings }: Choices, k: number): Choices['settings'] {
  const { p, ...rest } = settings;
  return typeof p === 'number' && p <= k ? settings : rest;
}

interface NumberShown {
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly most?: number;
  /** Its name stands beside it already. */
  readonly hidden?: boolean;
  readonly onSet: (value: number) => void;
}

/** What is being typed stays, whatever else on the screen is drawn anew meanwhile; it counts when it is done. */
function NumberField({ name, value, least, most, hidden = false, onSet }: NumberShown) {
  const [typed, setTyped] = useState<string>();
  return (
    <label class="number-field">
      <span class={hidden ? 'unseen' : 'small soft'}>{name}</span>
      <input
        type="number"
        min={least}
        max={most}
        step={1}
        value={typed ?? value}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => {
          const set = Math.round(Number(currentTarget.value));
          const within = Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(least, Number.isFinite(set) ? set : least));
          currentTarget.value = String(within);
          setTyped(undefined);
          if (within !== value) onSet(within);
        }}
      />
    </label>
  );
}

interface FeasibleShown {
  readonly plan: ReturnType<typeof usePlan>;
  readonly draft: Drafted;
}

/** Whether it can be made, before anything runs; where it cannot, what would. */
function Feasible({ plan: { value, problem, isBusy, again }, draft }: FeasibleShown) {
  const words = wordsOf(protectionWords);
  const notes = tellNotes(draft.notes, draft.toldNotes);
  const title = problem !== undefined ? words.cannot : value !== undefined && !isBusy ? words.can : words.trying;
  return (
    <Card title={title} class={problem !== undefined ? 'cannot' : value !== undefined && !isBusy ? 'can' : ''}>
      {isBusy ? <Waiting /> : null}
      {problem === undefined ? null : <Problem problem={problem} again={again} />}
      {value === undefined || isBusy ? null : (
        <p>
          <Icon name="check" /> {words.canLede(count(value.steps.length), sizeOf(value.memoryBytes))}
        </p>
      )}
      {notes.length === 0 ? null : (
        <>
          <h3>{words.notes}</h3>
          <ul class="bullets">
            {notes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

const methods = { series: ['prism', 'kapra', 'naive'], table: ['local', 'disjoint', 'hierarchy', 'kmeans', 'merge'] } as const;

function Method({ draft }: { readonly draft: Drafted }) {
  const words = wordsOf(protectionWords);
  const { method: told } = reportWords();
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const { method: drafted = '', k = 5, p = k, event } = draft.policy as PolicyShown;
  const method = chosen.method ?? drafted; // at once, not when the draft is there
  if (event !== undefined) return null;
  const family = (methods.series as readonly string[]).includes(method) ? 'series' : 'table';
  const sentence = (one: string): string => {
    const tell = (told as unknown as Readonly<Record<string, unknown>>)[one];
    return typeof tell === 'function' ? String(tell(count(k), count(p))) : '';
  };
  const take = (one: string) => {
    const { p: _, ...settings } = chosen.settings;
    choose({ method: one, settings });
  };
  return (
    <details class="otherwise">
      <summary>
        {words.method}: {method}
      </summary>
      <fieldset class="methods">
        <legend class="unseen">{words.method}</legend>
        {methods[family].map((one, place) => (
          <label key={one} class={one === method ? 'pick on' : 'pick'}>
            <input type="radio" name="method" checked={one === method} onChange={() => take(one)} />
            <span>
              <strong>
                {one}
                {place === 0 ? ` (${words.usual})` : ''}
              </strong>
              <small>{sentence(one)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.method === undefined ? null : (
        <Button kind="quiet" onClick={() => choose({ method: undefined })}>
          {words.asSuggested}
        </Button>
      )}
    </details>
  );
}
