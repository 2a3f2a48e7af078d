import AudioLines from 'lucide-react/icons/audio-lines';
import Ear from 'lucide-react/icons/ear';
import Gavel from 'lucide-react/icons/gavel';
import ListIndentIncrease from 'lucide-react/icons/list-indent-increase';
import UserRound from 'lucide-react/icons/user-round';
import Vote from 'lucide-react/icons/vote';
import { lazy, type ReactNode, Suspense } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Button } from '#src/ui/index.ts';
import type { PlaceName } from '../editing/places.ts';
import { usePassageInWriting } from '../passages/passage-field.tsx';
import { useHeldWhilePressed } from './use-held-while-pressed.ts';
import styles from './writing-bar.module.css';

const FormattingBar = lazy(async () => ({ default: (await import('../passages/formatting-bar.tsx')).FormattingBar }));

/** The parts of a question that can be added to it, in their order, and what adds them. */
export const addable = [
  { place: 'listened', title: 'Слушали', icon: Ear },
  { place: 'discussion', title: 'Выступили', icon: AudioLines },
  { place: 'decision', title: 'Решение', icon: Gavel },
  { place: 'votes', title: 'Голосование', icon: Vote },
  { place: 'speaker', title: 'Докладчик', icon: UserRound },
] as const satisfies readonly { place: PlaceName; title: string; icon: unknown }[];

interface WritingBarProps {
  /** What is there already. */
  places: ReadonlySet<PlaceName>;
  onPlace: (place: PlaceName) => void;
  /** Whether the decision that has the caret could be a sub-point. */
  subPoint: StoreApi<{ isOffered: boolean }>;
  /** Makes a sub-point of that decision, or a point again. */
  onIndent: () => void;
  /** Its end: «Готово» and what is saved. */
  children: ReactNode;
}

/** What can be added to the question that is being written: for the mouse and for fingers, above the keyboard on the screen. */
export function WritingBar({ places, onPlace, subPoint, onIndent, children }: WritingBarProps) {
  const inWriting = usePassageInWriting();
  const isOffered = useStore(subPoint, (state) => state.isOffered);
  const { passage, isSubPointOffered } = useHeldWhilePressed(
    { passage: inWriting, isSubPointOffered: isOffered },
    '[data-foot]',
  );
  return (
    <div className={styles.bar}>
      <div role="toolbar" aria-label="Добавить в вопрос" data-parts="" className={styles.parts}>
        {passage ? (
          <Suspense fallback={null}>
            <FormattingBar passage={passage} />
          </Suspense>
        ) : null}
        {addable.map(({ place, title, icon }) =>
          places.has(place) && place !== 'decision' ? null : (
            <Button
              key={place}
              size="small"
              variant="quiet"
              icon={icon}
              aria-label={`Добавить: ${title}`}
              // The caret stays where it was until it is led to the new place: the keyboard on the screen stays up.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPlace(place)}
            >
              {title}
            </Button>
          ),
        )}
        {isSubPointOffered ? (
          <Button
            size="small"
            variant="quiet"
            icon={ListIndentIncrease}
            onPointerDown={(event) => event.preventDefault()}
            onClick={onIndent}
          >
            Подпункт
          </Button>
        ) : null}
      </div>
      {children}
    </div>
  );
}
