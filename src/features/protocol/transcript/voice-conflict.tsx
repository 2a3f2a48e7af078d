import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { type TranscriptUpdate, transcript } from '#contract/recordings/transcript.ts';
import { shortened } from '#contract/text/shortened.ts';
import { updateTranscript } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { errorWords, type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { Button, layout, SelectField } from '#src/ui/index.ts';
import styles from './transcript.module.css';
import { useConflictEnd } from './use-line-conflicts.ts';
import { type VoiceLines, voicesOf } from './voices-of.ts';

type Rename = NonNullable<TranscriptUpdate['rename']>[number];

/** Names given to voices that the transcript does not have any more. */
export interface VoiceConflict {
  row: OutboxRow;
  protocolId: string;
  recordingId: string | undefined;
  /** Names for missing voices: somebody else has renamed them, or the transcript was replaced. */
  lost: Rename[];
  /** Names that can be sent unchanged. */
  others: Rename[];
  /** Voices of the server's current transcript. */
  voices: VoiceLines[];
}

/** Returns the conflict of unsent voice names with the server's voices; undefined for any other conflict. */
export function voiceConflictOf(row: OutboxRow): VoiceConflict | undefined {
  if (row.state !== 'conflict') return undefined;
  const made = variablesOf(updateTranscript, row);
  const now = z.safeParse(transcript, row.fault?.current).data;
  if (!made?.change.rename?.length || !now) return undefined;
  const voices = voicesOf(now.segments);
  const isThere = (name: string) => voices.some((voice) => voice.name === name);
  const isLost = ({ from, to }: Rename) => !isThere(from) && !isThere(to);
  const { rename } = made.change;
  const [lost, others] = [rename.filter(isLost), rename.filter((each) => !isLost(each))];
  if (lost.length === 0) return undefined;
  return { row, protocolId: made.protocolId, recordingId: made.recordingId, lost, others, voices };
}

interface VoiceConflictFormProps {
  conflict: VoiceConflict;
  /** Called when the conflict is resolved; `words` describe how. */
  onDone: (words: string) => void;
}

/** Form for names whose voices somebody else has renamed: each name is given to an existing voice or dropped. */
export function VoiceConflictForm({ conflict, onDone }: VoiceConflictFormProps) {
  const { lost, others, voices } = conflict;
  const heading = useId();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(() => new Map());
  const [isTouched, setTouched] = useState(false);
  const { save, drop } = useConflictEnd(conflict, onDone);
  const error = save.error ?? drop.error;
  const busy = save.isPending || drop.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (busy || lost.some(({ from }) => !chosen.has(from))) return;
    save.mutate({ rename: [...others, ...lost.map((each) => ({ ...each, from: chosen.get(each.from) ?? '' }))] });
  };
  const choose = (from: string, index: string) => {
    const voice = voices[Number(index)];
    const next = new Map(chosen);
    if (index === '' || !voice) next.delete(from);
    else next.set(from, voice.name);
    setChosen(next);
  };
  return (
    <form noValidate className={styles.conflict} aria-labelledby={heading} onSubmit={submit}>
      <p id={heading} className={styles.conflictTitle}>
        {titleOf(lost)}
      </p>
      {lost.map(({ from, to }) => (
        <SelectField
          key={from}
          label={`Кому дать имя «${to}»`}
          value={chosen.has(from) ? voices.findIndex(({ name }) => name === chosen.get(from)) : ''}
          error={isTouched && !chosen.has(from) ? 'Выберите голос или оставьте имя с сервера' : undefined}
          onChange={({ currentTarget }) => choose(from, currentTarget.value)}
        >
          <option value="">Не выбран</option>
          {voices.map((voice, index) => (
            <option key={voice.name} value={index}>
              {describeVoice(voice)}
            </option>
          ))}
        </SelectField>
      ))}
      {error ? (
        <p className={styles.failure} role="alert">
          {errorWords(error).words}
        </p>
      ) : null}
      <div className={layout.centredRow(2)}>
        <Button type="submit" size="small" busy={save.isPending}>
          {lost.length > 1 ? 'Сохранить мои имена' : 'Сохранить моё имя'}
        </Button>
        <Button size="small" variant="quiet" busy={busy} onClick={() => save.mutate({ rename: others })}>
          Оставить как на сервере
        </Button>
      </div>
    </form>
  );
}

function titleOf(lost: readonly Rename[]): string {
  const names = lost.map(({ from }) => (from ? `«${from}»` : 'без имени')).join(', ');
  return lost.length > 1
    ? `Голосов ${names} больше нет: их назвали в другом месте`
    : `Голоса ${names} больше нет: его назвали в другом месте`;
}

const longest = 60;

/** Returns a voice's name with its first words, by which people recognise it under any name. */
function describeVoice({ name, lines, words }: VoiceLines): string {
  return `${name || 'Без имени'}, ${counted(lines, 'строка', 'строки', 'строк')}: «${shortened(words, longest)}»`;
}
