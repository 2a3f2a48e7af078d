import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Keyword } from '#contract/keyword.ts';
import { useOpenForm } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { keywordName } from './keyword-name.ts';
import styles from './keywords.module.css';
import { nameProblem } from './name-problem.ts';
import { returnKeyword } from './remove-keyword.ts';

interface DeletedRowProps {
  keyword: Keyword;
  /** Under the id that it has now. */
  onReturned: (id: string) => void;
}

/** In the place of a deleted keyword: what happened, and the way back. */
export function DeletedRow({ keyword, onReturned }: DeletedRowProps) {
  const open = useOpenForm();
  const button = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => (button.current ?? words.current)?.focus(), []);

  const name = keywordName(keyword);
  const restore = useMutation({ mutationFn: () => returnKeyword(keyword, open), onSuccess: onReturned });
  return (
    <>
      <p ref={words} tabIndex={-1} className={styles.gone}>
        Удалено: «<bdi>{name}</bdi>»
      </p>
      {keyword.name?.trim() ? (
        <Button
          ref={button}
          variant="quiet"
          size="small"
          aria-label={`Вернуть: ${name}`}
          busy={restore.isPending}
          onClick={() => restore.mutate()}
        >
          Вернуть
        </Button>
      ) : null}
      {restore.error ? (
        <p className={styles.failure} role="alert">
          Не возвращено. {nameProblem(restore.error)}
        </p>
      ) : null}
    </>
  );
}
