import { type ProcessingStepName, processingSteps } from '#contract/processing.ts';
import type { ServerState } from '#contract/state.ts';
import { formatBytes, formatTimecode } from '#src/format/index.ts';
import styles from './state-tab.module.css';

const names: Partial<Record<ProcessingStepName, string>> = {
  probe: 'проверка файла',
  playable: 'видео для просмотра',
  poster: 'обложка',
  audio: 'звук',
  transcript: 'расшифровка',
};

/** What the steps of processing took at most in the last week, beside what a program may take. */
export function StepFigures({ processing }: { processing: NonNullable<ServerState['processing']> }) {
  return (
    <ul className={styles.figures}>
      {processing.steps.map(({ step, seconds, memory }) => (
        <li key={step}>{`${nameOf(step)}: до ${formatTimecode(seconds)}, памяти до ${formatBytes(memory)}`}</li>
      ))}
      <li className={styles.note}>{`Больше ${formatBytes(processing.most_memory)} программе не даётся.`}</li>
    </ul>
  );
}

function nameOf(step: string): string {
  const known = processingSteps.find((name) => name === step);
  return (known && names[known]) ?? step;
}
