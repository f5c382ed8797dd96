import { useRef, useState } from 'preact/hooks';
import type { VerifiedPoint } from '../../src/report/sweep-result.ts';
import { besideWords } from '../../src/report/words/beside.ts';
import { settingIn } from '../../src/report/words/setting-in-words.ts';
import { language, wordsOf } from '../state/language.ts';
import type { Axis } from '../state/sweep.ts';
import { previewWords } from '../words/preview.ts';

interface DotsShown {
  readonly points: readonly VerifiedPoint[];
  readonly across: Axis;
  readonly up: Axis;
  readonly print: (axis: Axis, point: VerifiedPoint) => string;
  readonly nameOf: (axis: Axis) => string;
  readonly isChosen: (point: VerifiedPoint) => boolean;
  readonly onChoose: (point: VerifiedPoint) => void;
}

const wide = 640;
const high = 360;
const edge = { left: 60, right: 24, top: 44, bottom: 52 };

/** Settings as dots; one of them has the focus, arrow keys go to the next on either side. Kinds differ in shape as well as in colour. */
export function Dots({ points, across, up, print, nameOf, isChosen, onChoose }: DotsShown) {
  const words = wordsOf(previewWords);
  const sorted = points.toSorted((a, b) => across.of(a) - across.of(b) || up.of(a) - up.of(b));
  const [at, setAt] = useState(Math.max(0, sorted.findIndex(isChosen)));
  const drawn = useRef<(HTMLButtonElement | null)[]>([]);
  const x = scaleOf(points.map(across.of), edge.left, wide - edge.right);
  const y = scaleOf(points.map(up.of), high - edge.bottom, edge.top);
  const kinds = [...new Set(points.map(kindOf))];
  const go = (to: number) => {
    const next = (to + sorted.length) % sorted.length;
    setAt(next);
    drawn.current[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (['ArrowRight', 'ArrowDown'].includes(event.key)) go(place + 1);
    else if (['ArrowLeft', 'ArrowUp'].includes(event.key)) go(place - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(sorted.length - 1);
    else return;
    event.preventDefault();
  };
  const shown = sorted[Math.min(at, sorted.length - 1)];
  const tell = (point: VerifiedPoint): string =>
    [
      settingIn(point, besideWords[language.value]),
      ...[across, up].map((axis) => `${nameOf(axis)} ${print(axis, point)}`),
      ...(isChosen(point) ? [words.chosen] : []),
      ...(point.recommended ? [words.recommended] : point.pareto ? [words.unbeaten] : []),
    ].join('; ');
  return (
    <figure class="pareto">
      <div class="plot" role="toolbar" aria-label={words.dots}>
        <svg viewBox={`0 0 ${wide} ${high}`} class="axes" aria-hidden="true">
          <path d={`M${edge.left - 14} ${edge.top - 16}V${high - edge.bottom + 14}H${wide - edge.right + 10}`} />
          <Ends axis={across} points={points} at={x} print={print} y={high - edge.bottom + 32} />
          <Ends axis={up} points={points} at={y} print={print} x={edge.left - 20} />
          <text x={(edge.left + wide - edge.right) / 2} y={high - 6} text-anchor="middle" class="name">
            {nameOf(across)}
          </text>
          <text x={edge.left - 46} y={16} class="name">
            {nameOf(up)}
          </text>
        </svg>
        {sorted.map((point, place) => (
          <button
            key={settingIn(point, besideWords.en)}
            type="button"
            ref={(element) => {
              drawn.current[place] = element;
            }}
            class={`dot kind-${kinds.indexOf(kindOf(point)) % 3} ${point.pareto ? 'unbeaten' : ''}`}
            style={{ left: `${(100 * x(across.of(point))) / wide}%`, top: `${(100 * y(up.of(point))) / high}%` }}
            aria-pressed={isChosen(point)}
            aria-label={tell(point)}
            tabIndex={place === at ? 0 : -1}
            onClick={() => onChoose(point)}
            onFocus={() => setAt(place)}
            onPointerEnter={() => setAt(place)}
            onKeyDown={(event) => onKeyDown(event, place)}
          >
            <svg viewBox="-14 -14 28 28" aria-hidden="true">
              {point.recommended ? <circle class="ring" r="11.5" /> : null}
              <path class="shape" d={shapes[kinds.indexOf(kindOf(point)) % shapes.length]} />
              {isChosen(point) ? <path class="cross" d="M-13 0H13M0 -13V13" /> : null}
            </svg>
          </button>
        ))}
      </div>
      <figcaption>
        {shown === undefined ? null : <p class="now">{tell(shown)}</p>}
        <p class="small soft">
          {kinds.length < 2 ? '' : `${kinds.map((kind, at) => `${signs[at % signs.length]} ${kind}`).join(', ')}. `}
          {words.legend} {words.keys}
        </p>
      </figcaption>
    </figure>
  );
}

const kindOf = ({ flatten, method }: VerifiedPoint): string => flatten ?? method;

const shapes = [
  'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
  'M0 -7L7 6H-7Z',
  'M-5.5 -5.5H5.5V5.5H-5.5Z',
  'M0 -7.5L7.5 0L0 7.5L-7.5 0Z',
  'M0 7L7 -6H-7Z',
];
const signs = ['○', '△', '□', '◇', '▽'];

function scaleOf(values: readonly number[], from: number, to: number): (value: number) => number {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  return (value) => (span === 0 ? (from + to) / 2 : from + ((value - least) / span) * (to - from));
}

interface EndsShown {
  readonly axis: Axis;
  readonly points: readonly VerifiedPoint[];
  readonly at: (value: number) => number;
  readonly print: DotsShown['print'];
  readonly x?: number;
  readonly y?: number;
}

/** The least and the most of an axis, as they are printed elsewhere. */
function Ends({ axis, points, at, print, x, y }: EndsShown) {
  const sorted = points.toSorted((a, b) => axis.of(a) - axis.of(b));
  const ends = [sorted[0], sorted[sorted.length - 1]].filter((point) => point !== undefined);
  return (
    <>
      {ends.map((point, place) => (
        <text
          key={place}
          x={x ?? at(axis.of(point))}
          y={y ?? at(axis.of(point)) + 4}
          text-anchor={x === undefined ? (place === 0 ? 'start' : 'end') : 'end'}
        >
          {print(axis, point)}
        </text>
      ))}
    </>
  );
}
