import type { Recording } from '#contract/recordings/recording.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import { ChoiceStrip } from '#src/ui/index.ts';
import { partName, transcriptOf } from '../playback/recordings.ts';
import styles from './transcript.module.css';

interface BesideChoiceProps {
  recordings: readonly Recording[];
  transcript: OptimisticTranscript;
  isAlone: boolean;
  onChange: (isAlone: boolean) => void;
}

const choices = [
  { value: 'all', title: 'Все записи' },
  { value: 'alone', title: 'Только эта' },
] as const;

/** Choice for simultaneous recordings: the merged lines of all of them, or only those of the recording being played. */
export function BesideChoice({ recordings, transcript, isAlone, onChange }: BesideChoiceProps) {
  const isSilent = ({ id, is_first }: Recording) =>
    !transcriptOf(transcript, is_first ? undefined : id)?.segments.length;
  const silent = recordings
    .filter((each) => each.beside_id && isSilent(each))
    .map((each) => partName(each, recordings));
  return (
    <div className={styles.beside}>
      <ChoiceStrip
        label="Чьи строки показаны"
        choices={choices}
        value={isAlone ? 'alone' : 'all'}
        onChange={(value) => onChange(value === 'alone')}
      />
      <p className={styles.note}>
        {isAlone ? '' : 'Повторы показаны один раз.'}
        {silent.length > 0 && !isAlone ? ` Пока без расшифровки: ${silent.join(', ')}.` : ''}
      </p>
    </div>
  );
}
