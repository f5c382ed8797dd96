import { useRef, useState } from 'preact/hooks';
import { shellWord } from '../../src/base/shell-word.ts';
import { yamlText } from '../../src/base/yaml-text.ts';
import type { Job } from '../api/calls.ts';
import { wordsOf } from '../state/language.ts';
import { releaseWords } from '../words/release.ts';
import { Button } from './button.tsx';
import { Card } from './page.tsx';

interface CopyShown {
  /** Every setting that the release was made of. */
  readonly policy: Readonly<Record<string, unknown>>;
  readonly source: Job['source'];
}

/** The same release without this page: as a policy file, as a command, as a request. */
export function CopyAs({ policy, source }: CopyShown) {
  const words = wordsOf(releaseWords);
  const { input, out, threads, memory, version = 1, ...settings } = policy;
  const isUpload = source === 'upload';
  const file = isUpload ? `data${/\.[\w.]+$/.exec(String(input))?.[0] ?? '.csv'}` : `${source}.csv`;
  const json = shellWord(JSON.stringify(isUpload ? settings : { source, policy: settings }));
  const address = `${location.origin}/api/v1/releases`;
  const ways = [
    [words.yaml, `${yamlText({ version, input: file, ...settings })}\n`],
    [words.command, `shoal run ${file} --policy shoal.yaml --out release`],
    [
      words.curl,
      isUpload
        ? `curl -F policy=${json} -F file=@${file} ${address}`
        : `curl -H 'content-type: application/json' -d ${json} ${address}`,
    ],
  ] as const;
  return (
    <Card title={words.copy}>
      <p class="soft">{words.copyLede}</p>
      {ways.map(([name, text], place) => (
        <details key={name} open={place === 1}>
          <summary>{name}</summary>
          <Snippet name={name} text={text} />
        </details>
      ))}
    </Card>
  );
}

function Snippet({ name, text }: { readonly name: string; readonly text: string }) {
  const words = wordsOf(releaseWords);
  const shown = useRef<HTMLPreElement>(null);
  const [told, setTold] = useState('');
  const select = () => {
    if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
    setTold(words.select);
  };
  const copy = () => {
    if (navigator.clipboard === undefined) return select(); // of a page that came over plain HTTP
    navigator.clipboard.writeText(text).then(() => setTold(words.copied), select);
  };
  return (
    <div class="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section class="scroll" tabIndex={0} aria-label={name}>
        <pre ref={shown}>
          <code>{text}</code>
        </pre>
      </section>
      <p>
        <Button name={`${words.copyButton}: ${name}`} onClick={copy}>
          {words.copyButton}
        </Button>
        <span class="small soft" role="status">
          {told}
        </span>
      </p>
    </div>
  );
}
