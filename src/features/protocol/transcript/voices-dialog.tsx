import { type FormEvent, useState } from 'react';
import { usersAmong } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { type OptimisticTranscript, updateTranscript } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { FormDialog, SelectField, TextField } from '#src/ui/index.ts';
import styles from './transcript.module.css';
import { voicesOf } from './voices-of.ts';

interface VoicesDialogProps {
  protocol: Protocol;
  /** Id of the recording; undefined for the first one. */
  recordingId: string | undefined;
  transcript: OptimisticTranscript;
  onClose: () => void;
}

type Voice = { from: string; lines: number; name: string; userId: string };

/** Dialog that names each voice in all its lines at once and links it to a member. */
export function VoicesDialog({ protocol, recordingId, transcript, onClose }: VoicesDialogProps) {
  const [before] = useState(() => namesOf(transcript));
  const [voices, setVoices] = useState(before);
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string>();
  const members = usersAmong(protocol.members);
  const changed = voices.filter((voice, index) => {
    const { name, userId } = before[index] ?? voice;
    return voice.name.trim() !== name || voice.userId !== userId;
  });
  // Lines without a voice may stay so; a voice cannot lose its name.
  const isNameless = (voice: Voice) => voice.name.trim() === '' && (voice.from !== '' || voice.userId !== '');
  const change = (from: string, to: Partial<Voice>) =>
    setVoices((all) => all.map((voice) => (voice.from === from ? { ...voice, ...to } : voice)));
  const choose = (voice: Voice, userId: string) => {
    const member = members.find(({ id }) => id === userId);
    change(voice.from, { userId, ...(member?.name && { name: member.name }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (changed.some(isNameless)) return;
    const rename = changed.map(({ from, name, userId }) => ({ from, to: name.trim(), user_id: userId || null }));
    if (rename.length === 0) return onClose();
    enqueue(updateTranscript, { protocolId: protocol.id, recordingId, change: { rename } }).then(
      onClose,
      (error: unknown) => setFailure(errorWords(error).words),
    );
  };
  return (
    <FormDialog
      title="Кто говорит"
      submit="Сохранить"
      busy={false}
      dirty={changed.length > 0}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {voices.map((voice) => (
        <fieldset key={voice.from} className={styles.voice}>
          <legend>
            {voice.from || 'Без имени'}, {counted(voice.lines, 'строка', 'строки', 'строк')}
          </legend>
          <TextField
            label="Имя"
            maxLength={200}
            value={voice.name}
            error={isTouched && isNameless(voice) ? 'Поле обязательно для заполнения' : undefined}
            onChange={(event) => change(voice.from, { name: event.currentTarget.value })}
          />
          <SelectField
            label="Участник"
            value={voice.userId}
            onChange={(event) => choose(voice, event.currentTarget.value)}
          >
            <option value="">Не выбран</option>
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </fieldset>
      ))}
    </FormDialog>
  );
}

function namesOf({ segments, speakers }: OptimisticTranscript): Voice[] {
  return voicesOf(segments).map(({ name, lines }) => ({
    from: name,
    lines,
    name,
    userId: speakers?.find((speaker) => speaker.name === name)?.user_id ?? '',
  }));
}
