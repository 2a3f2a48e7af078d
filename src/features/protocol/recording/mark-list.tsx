import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo, use, useRef, useState } from 'react';
import { longestMark, type Mark } from '#contract/protocols/mark.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { deleteMark, updateMark } from '#src/data/mark/index.ts';
import { DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { enqueue, errorWords, type Optimistic } from '#src/sync/index.ts';
import { classNames, fieldStyles, focusWhenLost, MenuButton, showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { isMomentOf, questionTitle } from '../playback/chapters.ts';
import { momentPlace } from '../playback/moment-place.ts';
import { PlayerContext, playerKeys } from '../playback/player-context.ts';
import { EntryButton } from './chapter-list.tsx';
import styles from './moment-list.module.css';

/** List of the marks made while a recording ran: a press plays the moment, and the words are edited in place. */
export const MarkList = memo(function MarkList({ protocol }: { protocol: Protocol }) {
  const { readOnly } = use(EditingContext);
  const list = useRef<HTMLUListElement>(null);
  const deletion = useDeletion({
    kind: deleteMark,
    variables: (mark: Mark) => ({ protocolId: protocol.id, mark: plain(mark) }),
    onDeleted: () => focusWhenLost(() => list.current?.querySelector('button') ?? document.querySelector('h1')),
  });
  const marks: readonly Optimistic<Mark>[] = protocol.marks ?? [];
  if (marks.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Отметки в записи" {...playerKeys}>
      <h3 className={styles.title}>Отметки: {marks.length}</h3>
      <ul ref={list} className={styles.list}>
        {marks.map((mark) => (
          <MarkEntry
            key={mark.id}
            mark={mark}
            protocol={protocol}
            readOnly={readOnly}
            onDelete={() => deletion.start(mark)}
          />
        ))}
      </ul>
      <DeletionQuestion deletion={deletion} title="Удалить отметку?" failed="Отметка не удалена" it="её">
        {(mark) => <p>Отметка {formatTimecode(mark.at)} исчезнет из протокола.</p>}
      </DeletionQuestion>
    </section>
  );
});

interface MarkEntryProps {
  mark: Optimistic<Mark>;
  protocol: Protocol;
  readOnly: boolean;
  onDelete: () => void;
}

function MarkEntry({ mark, protocol, readOnly, onDelete }: MarkEntryProps) {
  const player = use(PlayerContext);
  const [isEditing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const time = formatTimecode(mark.at);
  const { part, recordingId, missing } = momentPlace({ start: mark.at, recording_id: mark.recording_id }, player);
  const isElsewhere = recordingId === undefined && !isMomentOf(mark, protocol.video);
  const { play } = player;
  const isEnding = useRef(false);
  const close = () => {
    setEditing(false);
    focusWhenLost(() => row.current?.querySelector('button'));
  };
  /** Ends the editing; where the words cannot be saved, the field stays open with them. */
  const end = (text: string | null) => {
    if (isEnding.current) return;
    if (text === null || text === (mark.text ?? '')) return close();
    isEnding.current = true;
    enqueue(updateMark, { protocolId: protocol.id, mark: plain(mark), text: text || null })
      .then(close, (error: unknown) =>
        showToast(`Слова отметки не сохранены. ${errorWords(error).words}`, { tone: 'bad' }),
      )
      .finally(() => {
        isEnding.current = false;
      });
  };
  if (isEditing) {
    return (
      <li ref={row}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the person asked to write here
          autoFocus
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={longestMark}
          aria-label={`Слова отметки ${time}`}
          defaultValue={mark.text ?? ''}
          className={classNames(fieldStyles.control, styles.words)}
          onBlur={({ currentTarget }) => end(currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            end(event.key === 'Enter' ? event.currentTarget.value.trim() : null);
          }}
        />
      </li>
    );
  }
  return (
    <li ref={row} className={styles.row}>
      <EntryButton
        start={mark.at}
        words={markTitle(mark, protocol)}
        note={isElsewhere && protocol.video ? 'другая запись' : part}
        onPlay={isElsewhere || missing ? undefined : play && ((seconds) => play(seconds, recordingId))}
      />
      <UnsentMark unsent={mark.unsent} />
      {readOnly ? null : (
        <MenuButton
          icon={Ellipsis}
          label={`Действия: отметка ${time}`}
          actions={[
            { id: 'edit', title: 'Изменить слова', icon: Pencil, onAction: () => setEditing(true) },
            { id: 'delete', title: 'Удалить отметку', icon: Trash2, danger: true, onAction: onDelete },
          ]}
        />
      )}
    </li>
  );
}

/** Returns the words of a mark, or else the title of the item that was being edited. */
function markTitle({ text, agenda_id }: Mark, { agenda }: Pick<Protocol, 'agenda'>): string {
  if (text) return text;
  const index = agenda?.findIndex(({ id }) => id === agenda_id) ?? -1;
  const item = agenda?.[index];
  return item ? questionTitle(item, index) : 'Без слов';
}

/** Returns a mark without the values that exist only on this device. */
function plain({ unsent: _unsent, ...mark }: Optimistic<Mark>): Mark {
  return mark;
}
