import type { ZonedDateTime } from '@internationalized/date';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { formatClock } from '#src/format/index.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import styles from './time-steps.module.css';

interface TimeStepsProps {
  value: ZonedDateTime;
  onStep: (value: ZonedDateTime) => void;
}

/** The time by half hours, for whoever has but a pointer: what is dragged in a calendar is pressed here (WCAG 2.5.7). */
export function TimeSteps({ value, onStep }: TimeStepsProps) {
  return (
    <fieldset className={styles.time}>
      <legend className="visually-hidden">Время</legend>
      <IconButton icon={Minus} label="На полчаса раньше" onClick={() => onStep(value.subtract({ minutes: 30 }))} />
      <span role="status">{formatClock(value.toDate())}</span>
      <IconButton icon={Plus} label="На полчаса позже" onClick={() => onStep(value.add({ minutes: 30 }))} />
    </fieldset>
  );
}
