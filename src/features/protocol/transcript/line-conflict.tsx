import { type FormEvent, useId, useState } from 'react';
import { formatTimecode } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, layout, TextArea, TextField } from '#src/ui/index.ts';
import { lineEdit } from './line-edit.ts';
import styles from './transcript.module.css';
import { type LineConflict, type LinePlace, useConflictEnd } from './use-line-conflicts.ts';

interface LineConflictChoiceProps {
  conflict: LineConflict;
  /** The only line of the conflict. */
  line: LinePlace;
  /** Called when the conflict is resolved; `words` describe how. */
  onDone: (words: string) => void;
}

/** Conflict of one line: the server's words beside the person's own, which can be changed before they are saved. */
export function LineConflictChoice({ conflict, line, onDone }: LineConflictChoiceProps) {
  const { mine, theirs } = line;
  const heading = useId();
  const [text, setText] = useState(mine.text ?? theirs?.text ?? '');
  const [speaker, setSpeaker] = useState((mine.speaker === undefined ? theirs?.speaker : mine.speaker) ?? '');
  const { save, drop } = useConflictEnd(conflict, onDone);
  const busy = drop.isPending || save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const change = theirs && lineEdit(theirs, { text, speaker });
    save.mutate({ segments: change ? [change] : [] });
  };
  const error = save.error ?? drop.error;
  const time = theirs ? ` ${formatTimecode(theirs.start)}` : '';
  return (
    <form noValidate className={styles.conflict} aria-labelledby={heading} onSubmit={submit}>
      <p id={heading} className={styles.conflictTitle}>
        {theirs ? `Строку${time} исправили в другом месте` : 'Исправленной строки больше нет: расшифровку заменили'}
      </p>
      {theirs ? (
        <div>
          <p className={styles.note}>На сервере</p>
          <p dir="auto">
            {theirs.speaker ? <strong className={styles.speaker}>{theirs.speaker}</strong> : null}
            {theirs.text || 'без слов'}
          </p>
        </div>
      ) : null}
      <TextArea
        label="Моя правка"
        maxLength={10_000}
        readOnly={!theirs}
        value={text}
        onChange={(event) => setText(event.currentTarget.value.replace(/\n/g, ' '))}
      />
      {mine.speaker !== undefined && theirs ? (
        <TextField
          label="Говорит"
          maxLength={200}
          value={speaker}
          onChange={(event) => setSpeaker(event.currentTarget.value)}
        />
      ) : null}
      {error ? (
        <p className={styles.failure} role="alert">
          {errorWords(error).words}
        </p>
      ) : null}
      <div className={layout.centredRow(2)}>
        {theirs ? (
          <Button type="submit" size="small" busy={save.isPending}>
            Сохранить мою
          </Button>
        ) : null}
        <Button size="small" variant="quiet" busy={drop.isPending} onClick={() => drop.mutate()}>
          {theirs ? 'Оставить как на сервере' : 'Убрать мою правку'}
        </Button>
      </div>
    </form>
  );
}
