import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { errorWords, type Optimistic, outbox, useOpenForm, useQueuedMutations } from '#src/sync/index.ts';
import { DeletedRow, KeywordRow } from './keyword-row.tsx';
import styles from './keywords.module.css';
import { refusedNaming, removeKeyword } from './naming.ts';
import { RenameForm } from './rename-form.tsx';
import { type Deleted, withDeleted } from './with-deleted.ts';

interface KeywordListProps {
  keywords: Optimistic<Keyword>[];
  onAnnounce: (words: string) => void;
}

/** Keywords that are renamed and deleted in place. A deleted one leaves a row with the undo button. */
export function KeywordList({ keywords, onAnnounce }: KeywordListProps) {
  const open = useOpenForm();
  const rows = useQueuedMutations();
  const firstId = useFirstIds();
  const [address, setAddress] = useSearchParams();
  const [chosen, setChosen] = useState<string>();
  // The row that is rendered again after renaming or deletion, and the button that gets the focus.
  const [back, setBack] = useState<{ id: string; focus: 'rename' | 'delete' }>();
  const [deleted, setDeleted] = useState<Deleted[]>([]);
  const asked = rows.find(({ id }) => id === address.get('write'))?.subject;
  const renaming = chosen ?? (asked === undefined ? undefined : firstId(asked));

  const forget = (id: string) => setDeleted((all) => all.filter(({ keyword }) => keyword.id !== id));
  const remove = useMutation({
    mutationFn: (keyword: Optimistic<Keyword>) => removeKeyword(keyword, open),
    onError: (_error, { id }) => {
      forget(id);
      setBack({ id: firstId(id), focus: 'delete' });
    },
  });
  const startDelete = (keyword: Optimistic<Keyword>) => {
    // The same keyword may have been deleted and restored before.
    const others = deleted.filter((each) => each.keyword.id !== keyword.id);
    setDeleted([...others, { keyword, place: keywords.indexOf(keyword) }]);
    remove.mutate(keyword);
  };
  const startRename = (id: string) => {
    setBack(undefined);
    setChosen(id);
  };
  const leaveRename = (id: string, name?: string) => {
    setChosen(undefined);
    setAddress(withoutWrite, { replace: true });
    setBack({ id, focus: 'rename' });
    if (name) onAnnounce(`Переименовано: ${name}`);
  };
  const showReturned = (gone: string, id: string) => {
    setBack({ id, focus: 'rename' });
    forget(gone);
  };

  return (
    <ul aria-label="Ключевые слова">
      {withDeleted(keywords, deleted).map((keyword) => {
        const id = firstId(keyword.id);
        // `deleted` records that a deletion was started; the server may have refused it since.
        const isRefused = keyword.unsent?.state === 'failed' && keywords.includes(keyword);
        const isGone = !isRefused && deleted.some((each) => each.keyword.id === keyword.id);
        const refused = refusedNaming(rows, keyword.id);
        const isRenamed = renaming === id && (chosen !== undefined || refused !== undefined);
        return (
          <li key={id} className={styles.row}>
            {isGone ? (
              <DeletedRow keyword={keyword} onReturned={(returned) => showReturned(keyword.id, returned)} />
            ) : isRenamed ? (
              <RenameForm
                keyword={keyword}
                others={namesBut(keywords, keyword)}
                refused={refused}
                onDone={(name) => leaveRename(id, name)}
              />
            ) : (
              <KeywordRow
                keyword={keyword}
                focus={back?.id === id ? back.focus : undefined}
                failure={remove.variables?.id === keyword.id ? failureOf(remove.error) : undefined}
                onRename={() => startRename(id)}
                onDelete={() => startDelete(keyword)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function namesBut(keywords: readonly Keyword[], { id }: Keyword): string[] {
  return keywords.flatMap((each) => (each.id === id ? [] : (each.name ?? [])));
}

function failureOf(error: Error | null): string | undefined {
  return error ? errorWords(error).words : undefined;
}

function withoutWrite(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('write');
  return next;
}

/**
 * Returns a function that gives the id under which a keyword was first shown here. A provider may assign another id;
 * its row must not be mounted anew for that, because the typed text and the focus would be lost.
 */
function useFirstIds(): (id: string) => string {
  const rows = useQueuedMutations();
  const made = useRef(new Set<string>());
  for (const { creates } of rows) if (creates !== undefined) made.current.add(creates);
  return (id) => [...made.current].find((first) => outbox.currentId(first) === id) ?? id;
}
