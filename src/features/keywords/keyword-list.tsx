import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Keyword } from '#contract/keyword.ts';
import { DeletedRow } from './deleted-row.tsx';
import { showKeywords } from './keyword-list-query.ts';
import { KeywordRow } from './keyword-row.tsx';
import styles from './keywords.module.css';
import { RenameForm } from './rename-form.tsx';
import { type Deleted, withDeleted } from './with-deleted.ts';

interface KeywordListProps {
  keywords: Keyword[];
  onSaid: (words: string) => void;
}

/** The keywords, each renamed and deleted in its place. A deleted one leaves its place for the way back. */
export function KeywordList({ keywords, onSaid }: KeywordListProps) {
  const client = useQueryClient();
  const [renaming, setRenaming] = useState<string>();
  // Whose row is drawn again, with the focus in it.
  const [back, setBack] = useState<string>();
  const [deleted, setDeleted] = useState<Deleted>();

  const startRename = (id: string) => {
    setBack(undefined);
    setRenaming(id);
  };
  const leaveRename = (id: string, name?: string) => {
    setRenaming(undefined);
    setBack(id);
    if (name) onSaid(`Переименовано: ${name}`);
  };
  const showDeleted = (keyword: Keyword, place: number) => {
    setDeleted({ keyword, place });
    void showKeywords(client, (all) => all.filter(({ id }) => id !== keyword.id));
  };

  const showReturned = (gone: Deleted) => {
    setBack(gone.keyword.id);
    setDeleted(undefined);
    void showKeywords(client, (all) => withDeleted(all, gone));
  };

  return (
    <ul className={styles.list} aria-label="Ключевые слова">
      {withDeleted(keywords, deleted).map((keyword) => (
        <li key={keyword.id} className={styles.row}>
          {keyword === deleted?.keyword ? (
            <DeletedRow keyword={keyword} onReturned={() => showReturned(deleted)} />
          ) : renaming === keyword.id ? (
            <RenameForm keyword={keyword} onDone={(name) => leaveRename(keyword.id, name)} />
          ) : (
            <KeywordRow
              keyword={keyword}
              takesFocus={back === keyword.id}
              onRename={() => startRename(keyword.id)}
              onDeleted={() => showDeleted(keyword, keywords.indexOf(keyword))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
