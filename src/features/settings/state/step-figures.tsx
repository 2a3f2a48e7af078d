import { type ProcessingStepName, processingSteps } from '#contract/processing.ts';
import type { ServerState } from '#contract/state.ts';
import { formatBytes } from '#src/format/index.ts';
import styles from './state-tab.module.css';

const names: Partial<Record<ProcessingStepName, string>> = {
  probe: 'Проверка файла',
  playable: 'Видео для просмотра',
  poster: 'Обложка',
  audio: 'Звук',
  transcript: 'Расшифровка',
};

/** Maximum usage of the processing steps in the last week, beside the limits of a program. */
export function StepFigures({ processing }: { processing: NonNullable<ServerState['processing']> }) {
  return (
    <>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">Шаг</th>
            <th scope="col">Дольше всего</th>
            <th scope="col">Больше всего памяти</th>
          </tr>
        </thead>
        <tbody>
          {processing.steps.map(({ step, seconds, memory }) => (
            <tr key={step}>
              <th scope="row">{nameOf(step)}</th>
              <td>{shortLength(seconds)}</td>
              <td>{formatBytes(memory)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{`Больше ${formatBytes(processing.most_memory)} программе не даётся.`}</p>
    </>
  );
}

/** Returns «4 с», «12 мин 40 с», «1 ч 5 мин». */
function shortLength(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [hours && `${hours}\u00A0ч`, minutes && `${minutes}\u00A0мин`, !hours && rest && `${rest}\u00A0с`];
  return parts.filter(Boolean).join(' ');
}

function nameOf(step: string): string {
  const known = processingSteps.find((name) => name === step);
  return (known && names[known]) ?? step;
}
