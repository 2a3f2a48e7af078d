import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Speaker } from '#contract/recordings/transcript.ts';
import { updateTranscript } from '#src/data/transcript/index.ts';
import { formatTimecode, formatWhen } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { Button, fieldStyles as field, layout, TextField } from '#src/ui/index.ts';
import { lineEdit, voiceNames } from './line-edit.ts';
import type { PartLine } from './part-lines.ts';
import styles from './transcript.module.css';
import { useLineDraft } from './use-line-draft.ts';

interface LineEditorProps {
  protocol: Protocol;
  line: PartLine;
  voices: readonly Speaker[];
  onClose: () => void;
}

/** Form that corrects a line: Enter saves it, Escape restores it; its times never change. */
export function LineEditor({ protocol, line, voices, onClose }: LineEditorProps) {
  const words = useRef<HTMLTextAreaElement>(null);
  const names = useId();
  const { opened, restoredAt, text, speaker, change, forget } = useLineDraft(protocol.id, line);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const { current } = words;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  const close = () => {
    forget();
    onClose();
  };
  const save = () => {
    const edit = lineEdit(opened, { text, speaker });
    if (!edit) return close();
    const correction = { protocolId: protocol.id, recordingId: line.partId, change: { segments: [edit] } };
    enqueue(updateTranscript, correction).then(close, (error: unknown) => setFailure(errorWords(error).words));
  };
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    // On a button Enter presses the button.
    if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
    <div className={styles.editor} onKeyDown={byKey}>
      <label className={layout.stack(1)}>
        <span className={styles.note}>Слова, {formatTimecode(line.start)}</span>
        <textarea
          ref={words}
          className={`${field.control} ${styles.area}`}
          rows={Math.min(8, Math.ceil(text.length / 40) + 1)}
          maxLength={10_000}
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value.replace(/\n/g, ' ') })}
        />
      </label>
      <TextField
        label="Говорит"
        list={names}
        maxLength={200}
        value={speaker}
        onChange={(event) => change({ speaker: event.currentTarget.value })}
      />
      <datalist id={names}>
        {voiceNames(protocol, voices).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {restoredAt ? (
        <p className={styles.note}>Восстановлен несохранённый текст, набранный {formatWhen(restoredAt, 'в ')}</p>
      ) : null}
      {failure ? <p className={styles.failure}>{failure}</p> : null}
      <div className={layout.centredRow(2)}>
        <Button size="small" onClick={save}>
          Сохранить
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Отмена
        </Button>
        <span className={`${styles.note} ${styles.keys}`}>Enter — сохранить, Esc — отменить</span>
      </div>
    </div>
  );
}
