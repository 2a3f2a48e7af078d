import { type ReactNode, useState } from 'react';
import type { SeriesReach } from '#contract/meetings/series-calls.ts';
import { ConfirmDialog } from '#src/ui/index.ts';
import own from './repeat.module.css';

/** The meetings of a series that a change applies to. */
export type Reach = 'one' | SeriesReach;

interface ReachQuestionProps {
  title: string;
  confirm: string;
  /** Label of the cancel button, where «Отмена» could be read as cancelling the meeting. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Whether one meeting alone cannot be chosen, because the repetition was changed. */
  isWithoutOne?: boolean;
  /** What happens to the other meetings. */
  children: ReactNode;
  onChoose: (reach: Reach) => void;
  onCancel: () => void;
}

const words: readonly (readonly [Reach, string])[] = [
  ['one', 'Только эту встречу'],
  ['following', 'Эту и следующие'],
  ['all', 'Все предстоящие'],
];

/**
 * Focuses the radio button, so that arrows and Enter answer; one frame later, because the dialog first takes the focus.
 */
const focusIt = (radio: HTMLInputElement | null) => {
  if (radio) requestAnimationFrame(() => radio.focus());
};

/**
 * «Только эту встречу», «Эту и следующие», «Все предстоящие»: asked before a meeting of a series is changed or deleted.
 */
export function ReachQuestion({ isWithoutOne = false, children, onChoose, ...question }: ReachQuestionProps) {
  const first: Reach = isWithoutOne ? 'following' : 'one';
  const [reach, setReach] = useState<Reach>(first);
  return (
    <ConfirmDialog {...question} onConfirm={() => onChoose(reach)}>
      <fieldset className={own.reach}>
        <legend className="visually-hidden">Какие встречи серии</legend>
        {words
          .filter(([each]) => each !== 'one' || !isWithoutOne)
          .map(([each, title]) => (
            <label key={each}>
              <input
                type="radio"
                name="reach"
                checked={reach === each}
                ref={each === first ? focusIt : undefined}
                onChange={() => setReach(each)}
              />
              {title}
            </label>
          ))}
      </fieldset>
      {reach === 'one' ? null : <p className={own.hint}>{children}</p>}
    </ConfirmDialog>
  );
}
