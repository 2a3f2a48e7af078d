import { type FormEvent, useId, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Speaker } from '#contract/recordings/transcript.ts';
import { updateTranscript } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { Button, layout, TextField } from '#src/ui/index.ts';
import formStyles from '../editing/forms.module.css';
import { lineEdit, voiceNames } from './line-edit.ts';
import type { PartLine } from './part-lines.ts';

interface NameSpeakerProps {
  protocol: Protocol;
  voices: readonly Speaker[];
  lines: readonly PartLine[];
  onDone: (words: string) => void;
  onCancel: () => void;
}

/** Sets the speaker of all chosen lines at once: subtitles often name nobody. */
export function NameSpeaker({ protocol, voices, lines, onDone, onCancel }: NameSpeakerProps) {
  const names = useId();
  const [speaker, setSpeaker] = useState(() => sharedSpeaker(lines));
  const [failure, setFailure] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const edits = lines.flatMap((line) => {
      const edit = lineEdit(line, { text: line.text, speaker });
      return edit ? { edit, recordingId: line.partId } : [];
    });
    if (edits.length === 0) return onCancel();
    // Merged lines come from several recordings, each with a transcript of its own.
    const changes = [...Map.groupBy(edits, ({ recordingId }) => recordingId)].map(([recordingId, own]) =>
      enqueue(updateTranscript, {
        ...{ protocolId: protocol.id, recordingId },
        change: { segments: own.map(({ edit }) => edit) },
      }),
    );
    Promise.all(changes).then(
      () => onDone(`Говорящий назван: ${counted(edits.length, 'строка', 'строки', 'строк')}`),
      (error: unknown) => setFailure(errorWords(error).words),
    );
  };
  return (
    <form noValidate className={layout.stack(3)} aria-label="Кто говорит в выбранных строках" onSubmit={save}>
      <TextField
        label="Говорит"
        autoFocus
        list={names}
        maxLength={200}
        value={speaker}
        onChange={(event) => setSpeaker(event.currentTarget.value)}
      />
      <datalist id={names}>
        {voiceNames(protocol, voices).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {failure ? (
        <p className={formStyles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={layout.centredRow(3)}>
        <Button type="submit" size="small">
          Сохранить
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  );
}

/** Returns the speaker of all the lines; '' where there are several or none. */
function sharedSpeaker(lines: readonly PartLine[]): string {
  const speaker = lines[0]?.speaker ?? '';
  return lines.every((line) => (line.speaker ?? '') === speaker) ? speaker : '';
}
