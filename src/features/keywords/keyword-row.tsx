import { useMutation } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useLayoutEffect, useRef } from 'react';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, IconButton } from '#src/ui/index.ts';
import styles from './keywords.module.css';
import { keywordName, nameProblem, returnKeyword } from './naming.ts';

interface DeletedRowProps {
  keyword: Keyword;
  /** Called with the id that the restored keyword has. */
  onReturned: (id: string) => void;
}

/** Row in place of a deleted keyword, with the undo button. */
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

interface KeywordRowProps {
  keyword: Optimistic<Keyword>;
  /** Button that takes the focus when the row returns in place of a form or of a deleted row. */
  focus: 'rename' | 'delete' | undefined;
  /** Why the deletion failed. */
  failure: string | undefined;
  onRename: () => void;
  onDelete: () => void;
}

/** One keyword with its buttons. */
export function KeywordRow({ keyword, focus, failure, onRename, onDelete }: KeywordRowProps) {
  const name = keywordName(keyword);
  const pencil = useRef<HTMLButtonElement>(null);
  const trash = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (focus) (focus === 'rename' ? pencil : trash).current?.focus();
  }, [focus]);
  return (
    <>
      <span dir="auto" className={styles.name}>
        {name}
      </span>
      <UnsentMark unsent={keyword.unsent} />
      <IconButton ref={pencil} icon={Pencil} size="small" label={`Переименовать: ${name}`} onClick={onRename} />
      <IconButton ref={trash} icon={Trash} size="small" label={`Удалить: ${name}`} onClick={onDelete} />
      {failure ? (
        <p className={styles.failure} role="alert">
          Не удалено. {failure}
        </p>
      ) : null}
    </>
  );
}
