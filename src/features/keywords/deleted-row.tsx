import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Keyword } from '#contract/keyword.ts';
import { Button } from '#src/components/button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { keywordName } from './keyword-name.ts';
import styles from './keywords.module.css';
import { addKeyword, nameProblem } from './save-keyword.ts';

/** In the place of a deleted keyword: what happened, and the way back. */
export function DeletedRow({ keyword, onReturned }: { keyword: Keyword; onReturned: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const [key] = useState(uuidv7);
  const name = keyword.name?.trim();
  useLayoutEffect(() => (button.current ?? words.current)?.focus(), []);

  const restore = useMutation({
    // Under the id that it had.
    mutationFn: () => addKeyword({ id: keyword.id, key, name: name ?? '' }),
    onSuccess: onReturned,
  });
  const failure = restore.error ? errorWords(restore.error).words : undefined;
  return (
    <>
      <p ref={words} tabIndex={-1} className={styles.gone}>
        Удалено: «{keywordName(keyword)}»
      </p>
      {name ? (
        <Button ref={button} variant="quiet" size="small" busy={restore.isPending} onClick={() => restore.mutate()}>
          Вернуть
        </Button>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          Не возвращено. {nameProblem(restore.error, failure)}
        </p>
      ) : null}
    </>
  );
}
