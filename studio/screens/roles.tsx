import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Inspection } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Ladder } from '../parts/ladder.tsx';
import { Card, Page, Ways } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Waiting } from '../parts/waiting.tsx';
import type { Choices } from '../state/choices.ts';
import { type Found, useInspection } from '../state/found.ts';
import { count, percent, wordsOf } from '../state/language.ts';
import { choices, choose, openWorkId } from '../state/work.ts';
import { moveColumn, type Placed, placeColumns, type Zone, zones } from '../state/zones.ts';
import { lookWords } from '../words/look.ts';
import { rolesWords } from '../words/roles.ts';
import { tellAll } from '../words/told/told.ts';

/** Who is protected, what others could know, what readers want, what never leaves. */
export function RolesScreen() {
  const words = wordsOf(rolesWords);
  const { value: found, problem, isBusy, again } = useInspection({ isMoving: true });
  const work = openWorkId.value ?? '';
  return (
    <Page title={words.title} lede={words.lede}>
      {problem === undefined ? null : <Problem problem={problem} again={again} />}
      {found === undefined ? (
        isBusy && <Waiting />
      ) : (
        <>
          <Alone found={found} isBusy={isBusy} />
          <Board found={found} />
          <Rungs found={found} />
          <Ways back={{ screen: 'look', work }} next={{ screen: 'protection', work }} />
        </>
      )}
    </Page>
  );
}

/** The one number that moves while columns do. */
function Alone({ found: { standing, head, rows }, isBusy }: { readonly found: Found; readonly isBusy: boolean }) {
  const words = wordsOf(rolesWords);
  const look = wordsOf(lookWords);
  const share = standing?.steps.at(-1)?.unique;
  return (
    <div class="alone" role="status">
      {share === undefined || standing === undefined ? (
        <p>{words.aloneNone}</p>
      ) : (
        <>
          <p class="figure">
            <span>{words.alone}</span> <strong class="number">{percent(share)}</strong>
          </p>
          <div class="means">
            <span class="track" aria-hidden="true">
              <i class={share > 0.5 ? 'most' : ''} style={{ width: `${Math.max(0.4, 100 * share)}%` }} />
            </span>
            <small>
              {percent(share)} {words.aloneMeans(count(standing.subjects))}
            </small>
          </div>
        </>
      )}
      <small class="busy">{isBusy ? words.counting : head ? look.head(count(rows)) : ''}</small>
    </div>
  );
}

function Board({ found }: { readonly found: Inspection }) {
  const words = wordsOf(rolesWords);
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<Zone>();
  const moved = useRef<string | undefined>(undefined);
  const placed = placeColumns(found, chosen);
  const move = (name: string, zone: Zone) => {
    if (placed.some((one) => one.name === name && (one.zone === zone || one.isFixed))) return;
    moved.current = name;
    choose(moveColumn(chosen, name, zone));
    setTold(words.moved(name, words.zones[zone].name));
  };
  const drop = (event: DragEvent, zone: Zone) => {
    event.preventDefault();
    setOver(undefined);
    if (dragged !== undefined) move(dragged, zone);
    setDragged(undefined);
  };
  return (
    <>
      <div class="board">
        {zones.map((zone) => (
          <section
            key={zone}
            class={`zone zone-${zone} ${over === zone ? 'over' : ''}`}
            aria-label={words.zones[zone].name}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(zone);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => drop(event, zone)}
          >
            <h2>{words.zones[zone].name}</h2>
            <p class="small soft">{words.zones[zone].about}</p>
            <ul>
              {placed
                .filter((one) => one.zone === zone)
                .map((one) => (
                  <Chip key={one.name} placed={one} found={found} move={move} moved={moved} onDrag={setDragged} />
                ))}
            </ul>
            {zone === 'subject' ? <Subject found={found} chosen={chosen} /> : null}
          </section>
        ))}
      </div>
      <p class="unseen" role="status">
        {told}
      </p>
    </>
  );
}

interface ChipShown {
  readonly placed: Placed;
  readonly found: Inspection;
  readonly move: (name: string, zone: Zone) => void;
  /** The column that was moved last and is drawn anew: the focus stays with it. */
  readonly moved: { current: string | undefined };
  readonly onDrag: (name: string | undefined) => void;
}

/** A column that can be dragged, moved by arrow keys, or pressed to choose its place. */
function Chip({ placed: { name, zone, reason, told: why, isChosen, isFixed }, found, move, moved, onDrag }: ChipShown) {
  const words = wordsOf(rolesWords);
  const look = wordsOf(lookWords);
  const [isOpen, setOpen] = useState(false);
  const grip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (moved.current !== name) return;
    moved.current = undefined;
    grip.current?.focus();
  }, [moved, name]);
  const field = found.fields.find((one) => one.name === name);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = zones[zones.indexOf(zone) + step];
    if (next !== undefined) move(name, next);
  };
  const kind =
    field === undefined ? '' : field.columns.length > 1 ? look.run(count(field.columns.length)) : look.kinds[field.kind];
  const told = (
    <>
      <strong>{name}</strong>
      <small>
        {kind}
        {field === undefined || field.columns.length > 1 || field.distinct === 0
          ? ''
          : `, ${words.values(count(field.distinct))}`}
      </small>
      <small class="why">{isChosen ? words.yours : isFixed && reason === '' ? words.fixed : tellAll(reason, why)}</small>
    </>
  );
  if (isFixed)
    return (
      <li class="chip fixed">
        <Icon name="lock" />
        <div>{told}</div>
      </li>
    );
  return (
    <li class={`chip ${isChosen ? 'chosen' : ''}`}>
      <button
        ref={grip}
        type="button"
        class="grip"
        data-column={name}
        draggable
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer?.setData('text/plain', '');
          onDrag(name);
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        {told}
      </button>
      {isOpen ? (
        <fieldset class="places">
          <legend>{words.move(name)}</legend>
          {zones
            .filter((one) => one !== zone)
            .map((one) => (
              <Button key={one} onClick={() => move(name, one)}>
                {words.zones[one].name}
              </Button>
            ))}
        </fieldset>
      ) : null}
    </li>
  );
}

/** Who counts as one: a column, or each row; and ids that are one person's. */
function Subject({ found, chosen }: { readonly found: Inspection; readonly chosen: Choices }) {
  const words = wordsOf(rolesWords);
  const subject = chosen.subject ?? found.shape.subject;
  const isExact = chosen.settings.subjectSpelling === 'exact';
  const best = found.subjects[0]?.weight ?? 0;
  const tied = chosen.subject === undefined ? found.subjects.filter(({ weight }) => weight >= 2 && best - weight < 1) : [];
  const setExact = () => {
    const { subjectSpelling: _, ...rest } = chosen.settings;
    choose({ settings: isExact ? rest : { ...rest, subjectSpelling: 'exact' } });
  };
  const forget = () => choose({ subject: undefined });
  return (
    <div class="who">
      {subject === undefined ? <p class="small">{words.nobody}</p> : null}
      {subject === 'row' ? <p class="small">{words.eachRowOn}</p> : null}
      {tied.length > 1 && found.shape.kind !== 'long' ? (
        <p class="small bad">
          <Icon name="warn" /> {words.tied(tied.map(({ name }) => name).join(', '))}
        </p>
      ) : null}
      {found.joinedIds === undefined ? null : (
        <div class="small">
          <p>{words.spellings(count(found.joinedIds))}</p>
          <label class="tick">
            <input type="checkbox" checked={isExact} onChange={setExact} /> {words.exact}
          </label>
        </div>
      )}
      {found.shape.kind === 'events' || found.shape.kind === 'long' ? null : subject === 'row' ? (
        found.subjects.length === 0 ? null : (
          <Button kind="quiet" onClick={forget}>
            {words.column}
          </Button>
        )
      ) : (
        <Button kind="quiet" onClick={() => choose({ subject: 'row' })}>
          {words.eachRow}
        </Button>
      )}
    </div>
  );
}

function Rungs({ found: { standing, shape } }: { readonly found: Inspection }) {
  const words = wordsOf(lookWords);
  if (standing === undefined) return null;
  return (
    <Card title={words.ladder}>
      <Ladder standing={standing} byRow={shape.subject === undefined || shape.subject === 'row'} />
    </Card>
  );
}
