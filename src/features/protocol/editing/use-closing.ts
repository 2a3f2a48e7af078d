import { use, useState } from 'react';
import { focusWhenLost } from '#src/ui/index.ts';
import { EditingContext } from './editing.ts';

/** Ends the editing: says what came of it, and leads the focus back to where it began. */
export function useClosing(opener: () => HTMLElement | null | undefined) {
  const { open, typed } = use(EditingContext);
  const [said, say] = useState('');
  const close = (words = '') => {
    typed.delete('part');
    open(undefined);
    say(words);
    focusWhenLost(() => opener() ?? document.querySelector('h1'));
  };
  return { said, say, close };
}
