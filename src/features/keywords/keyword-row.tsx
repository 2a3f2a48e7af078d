import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useLayoutEffect, useRef } from 'react';
import type { Keyword } from '#contract/keyword.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { IconButton } from '#src/ui/index.ts';
import { keywordName } from './keyword-name.ts';
import styles from './keywords.module.css';

interface KeywordRowProps {
  keyword: Optimistic<Keyword>;
  /** Which of its buttons takes the focus, drawn again after something else stood in its place. */
  focus: 'rename' | 'delete' | undefined;
  /** Why it was not deleted. */
  failure: string | undefined;
  onRename: () => void;
  onDelete: () => void;
}

/** One keyword with what can be done to it. */
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
