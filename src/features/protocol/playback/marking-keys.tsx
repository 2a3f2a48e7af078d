import Bookmark from 'lucide-react/icons/bookmark';
import Flag from 'lucide-react/icons/flag';
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Mark } from '#contract/mark.ts';
import { longestMark } from '#contract/mark.ts';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Button, classNames, fieldStyles, type OwnKeys, useOwnKeys } from '#src/ui/index.ts';
import styles from './marking-keys.module.css';
import { useMarking } from './use-marking.ts';

const group = 'На этом экране';
// Each by the place of its key: the letter beside it is what the Russian layout types there.
const beginKeys: OwnKeys = { either: ['Alt+Q', 'Alt+Й'], title: 'Сейчас этот вопрос: он начинается в записи', group };
const markKeys: OwnKeys = { either: ['Alt+M', 'Alt+Ь'], title: 'Отметка в записи', group };
const [allKeys, withoutMarks] = [[beginKeys, markKeys], [beginKeys]];

interface MarkingKeysProps {
  protocol: Pick<Protocol, 'id' | 'agenda'>;
  openId: string | undefined;
  /** Whether the recording runs; words of its marks may be written on when it has ended. */
  isRunning: boolean;
  /** Called with whether words are being written. */
  onWriting: (isWriting: boolean) => void;
}

/** What marks a recording that runs: two keys that work wherever one writes, and the same as buttons. */
export function MarkingKeys({ protocol, openId, isRunning, onWriting }: MarkingKeysProps) {
  const { marks: hasMarks } = useOffers();
  const { announcement, open, beginQuestion, mark, endMark } = useMarking(protocol, openId);
  const from = useRef<HTMLElement>(null);
  useOwnKeys(hasMarks ? allKeys : withoutMarks);
  const hasOpen = open.length > 0;
  useEffect(() => onWriting(hasOpen), [hasOpen, onWriting]);

  const markHere = () => {
    const { activeElement } = document;
    // From the words of one mark to the next: the caret goes back to where the first was made.
    if (!activeElement?.closest('[data-mark-words]')) {
      from.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    mark();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = event;
    // Where Alt on the right types other signs it is no Alt.
    if (!altKey || ctrlKey || metaKey || shiftKey || event.getModifierState('AltGraph')) return;
    const isMark = code === 'KeyM' && hasMarks;
    if (code !== 'KeyQ' && !isMark) return;
    event.preventDefault();
    if (repeat || isComposing) return;
    if (isMark) markHere();
    else void beginQuestion();
  });
  // As soon as they are seen: whoever knows the keys presses at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div role="toolbar" aria-label="Отметки в записи" data-marking="" className={styles.bar}>
      {open.map(({ mark, isEnding }) => (
        <MarkWords
          key={mark.id}
          mark={mark}
          isHidden={isEnding}
          onEnd={(text, isDone) => {
            void endMark(mark, text);
            if (isDone) from.current?.focus({ preventScroll: true });
          }}
        />
      ))}
      {!isRunning || open.some(({ isEnding }) => !isEnding) ? null : (
        <>
          <Button
            size="small"
            variant="quiet"
            icon={Flag}
            aria-keyshortcuts="Alt+Q"
            onPointerDown={keepCaret}
            onClick={() => void beginQuestion()}
          >
            <span className={styles.label}>
              Сейчас этот вопрос <KeyHint keys="Alt+Q" />
            </span>
          </Button>
          {hasMarks ? (
            <Button
              size="small"
              variant="quiet"
              icon={Bookmark}
              aria-keyshortcuts="Alt+M"
              onPointerDown={keepCaret}
              onClick={markHere}
            >
              <span className={styles.label}>
                Отметка <KeyHint keys="Alt+M" />
              </span>
            </Button>
          ) : null}
        </>
      )}
      <p role="status" className={styles.said}>
        {announcement}
      </p>
    </div>
  );
}

/** The caret stays where it was, and the keyboard on the screen stays up. */
function keepCaret(event: PointerEvent): void {
  event.preventDefault();
}

function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd aria-hidden className={styles.hint}>
      {keys}
    </kbd>
  );
}

interface MarkWordsProps {
  mark: Mark;
  /** Its words are being kept; where that fails they are shown again. */
  isHidden: boolean;
  /** `isDone`: the person is done with it, and did not just go elsewhere. */
  onEnd: (text: string, isDone: boolean) => void;
}

/** The words of a mark that was just made: Enter keeps them, Esc leaves it without. */
function MarkWords({ mark, isHidden, onEnd }: MarkWordsProps) {
  const field = useRef<HTMLInputElement>(null);
  const leave = useEffectEvent((text: string) => onEnd(text, false));
  useEffect(() => {
    const { current } = field;
    current?.focus();
    // The screen may be left by a key.
    return () => leave(current?.value ?? '');
  }, []);
  return (
    <form
      noValidate
      hidden={isHidden}
      data-mark-words={isHidden ? undefined : ''}
      className={styles.words}
      onSubmit={(event) => {
        event.preventDefault();
        onEnd(field.current?.value ?? '', true);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onEnd('', true);
      }}
      // Whoever writes on elsewhere keeps what was typed.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onEnd(field.current?.value ?? '', false);
      }}
    >
      <span aria-hidden className={styles.time}>
        {formatTimecode(mark.at)}
      </span>
      <input
        ref={field}
        type="text"
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={longestMark}
        aria-label={`Отметка ${formatTimecode(mark.at)}`}
        placeholder="О чём отметка, можно без слов"
        className={classNames(fieldStyles.control, styles.field)}
      />
      <Button type="submit" size="small">
        Готово
      </Button>
    </form>
  );
}
