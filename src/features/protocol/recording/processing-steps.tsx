import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleIcon from 'lucide-react/icons/circle';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Loader from 'lucide-react/icons/loader';
import X from 'lucide-react/icons/x';
import { type ProcessingStep, type ProcessingStepName, type StepState, stepWords } from '#contract/processing.ts';
import { formatPercent, formatTimeLeft } from '#src/format/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import styles from './video-card.module.css';

const icons: Record<StepState, LucideIcon> = {
  waiting: CircleIcon,
  running: Loader,
  done: Check,
  failed: X,
  skipped: CircleMinus,
};

const stateWords: Record<StepState, string> = {
  waiting: 'ждёт',
  running: 'идёт',
  done: 'готово',
  failed: 'ошибка',
  skipped: 'пропущено',
};

/** The processing by step, each with its percent and, where it failed, the cause. */
export function ProcessingSteps({ steps }: { steps: ProcessingStep[] }) {
  return (
    <ul className={styles.steps} aria-label="Шаги обработки">
      {steps.map(({ step, state, percent, seconds_left: left, error, note }) => (
        <li key={step} className={classNames(styles.step, styles[state])}>
          <Icon of={icons[state]} size={18} />
          <span>
            {isKnown(step) ? stepWords[step] : step}
            <span className="visually-hidden">, {stateWords[state]}</span>
          </span>
          {state === 'running' && typeof percent === 'number' ? (
            <span className={styles.percent}>{formatPercent(percent)}</span>
          ) : null}
          {state === 'running' && typeof left === 'number' ? (
            <span className={styles.under}>{formatTimeLeft(left)}</span>
          ) : null}
          {error || note ? <span className={styles.under}>{error || note}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function isKnown(step: string): step is ProcessingStepName {
  return step in stepWords;
}
