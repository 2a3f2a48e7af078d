import { useMutation } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useLayoutEffect, useRef } from 'react';
import type { Keyword } from '#contract/keyword.ts';
import { IconButton } from '#src/components/icon-button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { keywordName } from './keyword-name.ts';
import styles from './keywords.module.css';
import { deleteKeyword } from './save-keyword.ts';

interface KeywordRowProps {
  keyword: Keyword;
  /** Drawn again after a form stood in its place. */
  takesFocus: boolean;
  onRename: () => void;
  onDeleted: () => void;
}

/** One keyword with what can be done to it. */
export function KeywordRow({ keyword, takesFocus, onRename, onDeleted }: KeywordRowProps) {
  const name = keywordName(keyword);
  const pencil = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) pencil.current?.focus();
  }, [takesFocus]);
  const remove = useMutation({ mutationFn: () => deleteKeyword(keyword.id), onSuccess: onDeleted });
  return (
    <>
      <span className={styles.name}>{name}</span>
      <IconButton ref={pencil} icon={Pencil} size="small" label={`Переименовать: ${name}`} onClick={onRename} />
      <IconButton
        icon={Trash}
        size="small"
        label={`Удалить: ${name}`}
        aria-busy={remove.isPending}
        onClick={() => {
          if (!remove.isPending) remove.mutate();
        }}
      />
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Не удалено. {errorWords(remove.error).words}
        </p>
      ) : null}
    </>
  );
}
