import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './stepper.module.css';

export type StepMark = 'done' | 'current' | 'failed' | 'next' | 'skipped';

const words: Record<StepMark, string> = {
  done: 'пройдено',
  current: 'сейчас',
  failed: 'ошибка',
  next: 'впереди',
  skipped: 'пропущено',
};

/** Progress through a sequence of steps. */
export function Stepper({ label, steps }: { label: string; steps: { title: string; mark: StepMark }[] }) {
  return (
    <ol className={styles.stepper} aria-label={label}>
      {steps.map(({ title, mark }, index) => (
        <li
          key={title}
          aria-current={mark === 'current' || mark === 'failed' ? 'step' : undefined}
          className={classNames(styles.step, styles[mark])}
        >
          <span className={styles.mark} aria-hidden>
            {mark === 'done' ? (
              <Icon of={Check} size={14} />
            ) : mark === 'failed' ? (
              <Icon of={X} size={14} />
            ) : mark === 'skipped' ? (
              <Icon of={Minus} size={14} />
            ) : (
              index + 1
            )}
          </span>
          <span className={styles.word}>{title}</span>
          <span className="visually-hidden">, {words[mark]}</span>
        </li>
      ))}
    </ol>
  );
}
