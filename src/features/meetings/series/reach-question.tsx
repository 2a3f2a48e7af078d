import { type ReactNode, useState } from 'react';
import type { SeriesReach } from '#contract/series-calls.ts';
import { ConfirmDialog } from '#src/ui/index.ts';
import own from './repeat.module.css';

/** Which meetings of a series are meant. */
export type Reach = 'one' | SeriesReach;

interface ReachQuestionProps {
  title: string;
  confirm: string;
  /** Where «Отмена» would be taken for the thing that is called off. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** It makes no sense of one meeting alone: how they repeat was changed. */
  isWithoutOne?: boolean;
  /** What becomes of the others. */
  children: ReactNode;
  onChoose: (reach: Reach) => void;
  onCancel: () => void;
}

const words: readonly (readonly [Reach, string])[] = [
  ['one', 'Только эту встречу'],
  ['following', 'Эту и следующие'],
  ['all', 'Все предстоящие'],
];

/** The answer is given by arrows and Enter from here; a frame later, since the dialog takes the focus itself at first. */
const focusIt = (radio: HTMLInputElement | null) => {
  if (radio) requestAnimationFrame(() => radio.focus());
};

/** «Только эту», «Эту и следующие», «Все»: asked before a meeting of a series is changed or deleted. */
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
