import AudioLines from 'lucide-react/icons/audio-lines';
import Ear from 'lucide-react/icons/ear';
import Gavel from 'lucide-react/icons/gavel';
import ListIndentIncrease from 'lucide-react/icons/list-indent-increase';
import UserRound from 'lucide-react/icons/user-round';
import Vote from 'lucide-react/icons/vote';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Button } from '#src/ui/index.ts';
import type { PlaceName } from '../editing/places.ts';
import { usePassageInWriting } from '../passages/passage-field.tsx';
import styles from './writing-bar.module.css';

const FormattingBar = lazy(async () => ({ default: (await import('../passages/formatting-bar.tsx')).FormattingBar }));

/** Parts that can be added to an agenda item, in their order. */
export const addable = [
  { place: 'listened', title: 'Слушали', icon: Ear },
  { place: 'discussion', title: 'Выступили', icon: AudioLines },
  { place: 'decision', title: 'Решение', icon: Gavel },
  { place: 'votes', title: 'Голосование', icon: Vote },
  { place: 'speaker', title: 'Докладчик', icon: UserRound },
] as const satisfies readonly { place: PlaceName; title: string; icon: unknown }[];

interface WritingBarProps {
  /** Parts that the item already shows. */
  places: ReadonlySet<PlaceName>;
  onPlace: (place: PlaceName) => void;
  /** Whether the focused decision could become a sub-point. */
  subPoint: StoreApi<{ isOffered: boolean }>;
  /** Makes that decision a sub-point, or a point again. */
  onIndent: () => void;
  /** End of the bar: «Готово» and the save state. */
  children: ReactNode;
}

/** Bar with what can be added to the edited item, for mouse and touch; it stays above the on-screen keyboard. */
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
              // Keeps the focus until the new field takes it, so that the on-screen keyboard stays open.
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

/**
 * Returns the value from the moment a press begins inside `place` (a selector) until the press is over. The content of
 * a bar depends on the focused field, and a press takes the focus away: without this the button would move from under
 * the pointer and get no click.
 */
function useHeldWhilePressed<Value>(value: Value, place: string): Value {
  const [held, setHeld] = useState<{ value: Value }>();
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(place)) return;
      clearTimeout(timer);
      setHeld({ value: latest.current });
    };
    // The click comes after this event.
    const release = () => {
      timer = setTimeout(() => setHeld(undefined));
    };
    document.addEventListener('pointerdown', hold, { capture: true, signal });
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, release, { capture: true, signal });
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [place]);
  return held ? held.value : value;
}
