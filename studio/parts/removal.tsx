import { useState } from 'preact/hooks';
import { wordsOf } from '../state/language.ts';
import { homeWords } from '../words/home.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Removing cannot be undone, so it is asked twice, in the same place. */
export function Removal({ name, onRemove }: { readonly name: string; readonly onRemove: () => Promise<unknown> | undefined }) {
  const words = wordsOf(homeWords);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <button type="button" class="tool" aria-label={name} title={name} onClick={() => setAsked(true)}>
        <Icon name="bin" />
      </button>
    );
  return (
    <span class="sure">
      <Button kind="quiet" name={`${words.remove}: ${name}`} onClick={() => void onRemove()}>
        {words.remove}
      </Button>
      <Button kind="quiet" onClick={() => setAsked(false)}>
        {words.keep}
      </Button>
    </span>
  );
}
