import { useState } from 'preact/hooks';
import { printIn } from '../../src/figures/print.ts';
import { checkWords } from '../../src/report/words/check-words.ts';
import { type ToldVerdict, verifySent } from '../api/judges.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Promises } from '../parts/sheet.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { droppedFiles, pickedFiles } from '../state/dropped.ts';
import { count, wordsOf } from '../state/language.ts';
import { reportWords } from '../words/report.ts';
import { tellBreach, tellNotes } from '../words/told/told.ts';
import { verifyWords } from '../words/verify.ts';

/** A release that somebody sent, proved from its bytes. */
export function VerifyScreen() {
  const words = wordsOf(verifyWords);
  const [isBusy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<ToldVerdict>();
  const [problem, setProblem] = useState<unknown>();
  const [isEmpty, setEmpty] = useState(false);
  const [least, setLeast] = useState('');
  const judge = async (files: readonly File[]) => {
    setProblem(undefined);
    setVerdict(undefined);
    setEmpty(files.length === 0);
    if (files.length === 0) return;
    setBusy(true);
    try {
      setVerdict(await verifySent(files, least === '' ? undefined : Number(least)));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Page title={words.title} lede={words.lede}>
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      {problem === undefined ? null : <Problem problem={problem} />}
      {isEmpty ? (
        <p class="notice bad" role="alert">
          <Icon name="warn" />
          <span>{words.empty}</span>
        </p>
      ) : null}
      {isBusy ? <Waiting>{words.busy}</Waiting> : null}
      {verdict === undefined ? (
        <DropZone onFiles={(files) => void judge(files)} least={least} onLeast={setLeast} isOff={isBusy} />
      ) : (
        <Button onClick={() => setVerdict(undefined)}>{words.another}</Button>
      )}
    </Page>
  );
}

interface ZoneShown {
  readonly onFiles: (files: readonly File[]) => void;
  readonly least: string;
  readonly onLeast: (least: string) => void;
  readonly isOff: boolean;
}

/** Every browser has it, no standard yet. */
const wholeFolder = { webkitdirectory: true } as object;

function DropZone({ onFiles, least, onLeast, isOff }: ZoneShown) {
  const words = wordsOf(verifyWords);
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null && !isOff) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const onChange = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    onFiles(pickedFiles(currentTarget.files ?? []));
    currentTarget.value = '';
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same */}
      <div class={`drop ${isOver ? 'over' : ''}`} onDrop={onDrop} onDragOver={onDragOver} onDragLeave={() => setOver(false)}>
        <Icon name="up" />
        <p class="big">{words.drop}</p>
        <p class="soft">{words.what}</p>
        <p class="act">
          <label class="button main">
            <input type="file" class="unseen" accept=".zip,application/zip" disabled={isOff} onChange={onChange} />
            <span>{words.pickZip}</span>
          </label>
          <label class="button">
            <input type="file" class="unseen" {...wholeFolder} disabled={isOff} onChange={onChange} />
            <span>{words.pickFolder}</span>
          </label>
        </p>
      </div>
      <label class="field least">
        <span>{words.least}</span>
        <input type="number" min="2" step="1" value={least} onInput={({ currentTarget }) => onLeast(currentTarget.value)} />
      </label>
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: ToldVerdict }) {
  const words = wordsOf(verifyWords);
  const { holds, breaches, checks, rows, groups, smallestGroup } = verdict;
  const notes = tellNotes(verdict.notes, verdict.toldNotes);
  return (
    <>
      <div class={`notice ${holds ? 'good' : 'bad'}`} role="status">
        <Icon name={holds ? 'check' : 'cross'} />
        <div>
          <p class="big">{holds ? words.holds : words.broken}</p>
          <p>{holds ? words.holdsMeans : words.brokenMeans(count(breaches.length))}</p>
          {holds ? <p class="soft">{words.facts(count(rows), count(groups), count(smallestGroup))}</p> : null}
        </div>
      </div>
      {breaches.length === 0 ? null : (
        <Card title={words.breaches}>
          <ul class="proofs">
            {breaches
              .map((one) => ({ ...tellBreach(one), code: one.code }))
              .map(({ code, what, why = '', where }) => (
                <li key={code + what} class="broken">
                  <Icon name="cross" />
                  <span>
                    <strong>{what}</strong> {why}
                    {where === undefined ? null : (
                      <small>
                        {words.where} {where}
                      </small>
                    )}
                    <small>
                      <a href={`/problems/${code}`} target="_blank" rel="noreferrer">
                        {code}
                      </a>
                    </small>
                  </span>
                </li>
              ))}
          </ul>
        </Card>
      )}
      {holds ? (
        <Card title={words.promises}>
          <Promises checks={checks.map((check) => inWords(check, verdict))} />
        </Card>
      ) : null}
      {notes.length === 0 ? null : (
        <Card title={words.notes}>
          <ul class="bullets">
            {notes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** What published files cannot show by themselves: the report speaks of the time when its evidence was at hand. */
const isNecessaryAlone = /^k: .*which is necessary/;

/** A check in the words of the report; in the verifier's own where the manifest cannot be read. */
function inWords(check: string, { manifest }: ToldVerdict): readonly [string, string] {
  if (manifest === undefined) return ['', check];
  const words = reportWords();
  if (isNecessaryAlone.test(check)) return [words.checks.names.k, wordsOf(verifyWords).necessary(count(manifest.promises.k))];
  return checkWords(check, { manifest, summary: manifest.promises, print: printIn(words.locale) }, words);
}
