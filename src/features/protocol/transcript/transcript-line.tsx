import Pencil from 'lucide-react/icons/pencil';
import Quote from 'lucide-react/icons/quote';
import { memo } from 'react';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { IconButton } from '#src/ui/index.ts';
import type { PartLine } from './part-lines.ts';
import { markedParts, type SoughtWord } from './spoken-words.ts';
import styles from './transcript.module.css';

interface TranscriptLineProps {
  line: PartLine;
  /** Whether the line before has the same voice, so that its name is not repeated. */
  isSame: boolean;
  sought: readonly SoughtWord[];
  onSeek: ((line: PartLine) => void) | undefined;
  onEdit: ((id: string) => void) | undefined;
  /** Whether the line is among the chosen ones; `onChoose` adds it. */
  isChosen: boolean;
  onChoose: ((id: string) => void) | undefined;
}

/** One line: a click on its words plays them, the pencil corrects them. */
export const TranscriptLine = memo(function TranscriptLine({
  line,
  isSame,
  sought,
  onSeek,
  onEdit,
  isChosen,
  onChoose,
}: TranscriptLineProps) {
  const { id, start, at = start, text, speaker, keywords, unsent } = line;
  const time = formatTimecode(at);
  const parts = markedParts(text, sought, keywords ?? []);
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.words}
        disabled={!onSeek}
        aria-label={`${time}${speaker ? `, ${speaker}` : ''}: ${text}`}
        onClick={() => onSeek?.(line)}
      >
        <span className={styles.time}>{time}</span>
        <span dir="auto">
          {speaker && !isSame ? <strong className={styles.speaker}>{speaker}</strong> : null}
          {keyed(parts).map(({ key, text: part, mark }) =>
            mark ? (
              <mark key={key} className={styles[mark]}>
                {part}
              </mark>
            ) : (
              <span key={key}>{part}</span>
            ),
          )}
          {text === '' ? <span className={styles.note}>без слов</span> : null}
        </span>
      </button>
      {unsent && unsent.state !== 'sent' ? <UnsentMark unsent={unsent} /> : null}
      {onChoose ? (
        <IconButton
          icon={Quote}
          size="small"
          label={`В протокол: строка ${time}`}
          aria-pressed={isChosen}
          data-takes={id}
          className={isChosen ? styles.chosen : styles.edit}
          onClick={() => onChoose(id)}
        />
      ) : null}
      {onEdit ? (
        <IconButton
          icon={Pencil}
          size="small"
          label={`Исправить строку ${time}`}
          data-edits={id}
          className={styles.edit}
          onClick={() => onEdit(id)}
        />
      ) : null}
    </div>
  );
});

function keyed(parts: ReturnType<typeof markedParts>) {
  return parts.map((part, index) => ({ ...part, key: `${index} ${part.text}` }));
}
