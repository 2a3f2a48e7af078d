import Bookmark from 'lucide-react/icons/bookmark';
import Flag from 'lucide-react/icons/flag';
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Mark } from '#contract/protocols/mark.ts';
import { longestMark } from '#contract/protocols/mark.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Button, classNames, fieldStyles, type OwnKeys, useOwnKeys } from '#src/ui/index.ts';
import styles from './marking-keys.module.css';
import { useMarking } from './use-marking.ts';

const group = 'На этом экране';
// The keys are physical ones; the second letter is what they type in the Russian layout.
const beginKeys: OwnKeys = { either: ['Alt+Q', 'Alt+Й'], title: 'Сейчас этот вопрос: он начинается в записи', group };
const markKeys: OwnKeys = { either: ['Alt+M', 'Alt+Ь'], title: 'Отметка в записи', group };
const [allKeys, withoutMarks] = [[beginKeys, markKeys], [beginKeys]];

interface MarkingKeysProps {
  protocol: Pick<Protocol, 'id' | 'agenda'>;
  openId: string | undefined;
  /** Whether the recording is running; the words of its marks may still be written after it has ended. */
  isRunning: boolean;
  /** Called with whether words of a mark are being written. */
  onWriting: (isWriting: boolean) => void;
}

/** Marks a running recording: two keys that work everywhere, also while typing, and two buttons. */
export function MarkingKeys({ protocol, openId, isRunning, onWriting }: MarkingKeysProps) {
  const { marks: hasMarks } = useOffers();
  const { announcement, open, beginQuestion, mark, endMark } = useMarking(protocol, openId);
  const from = useRef<HTMLElement>(null);
  useOwnKeys(hasMarks ? allKeys : withoutMarks);
  const hasOpen = open.length > 0;
  useEffect(() => onWriting(hasOpen), [hasOpen, onWriting]);

  const markHere = () => {
    const { activeElement } = document;
    // From the words of one mark to the next, the focus returns to where the first mark was made.
    if (!activeElement?.closest('[data-mark-words]')) {
      from.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    mark();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = event;
    // AltGr types other characters in some layouts and does not count as Alt.
    if (!altKey || ctrlKey || metaKey || shiftKey || event.getModifierState('AltGraph')) return;
    const isMark = code === 'KeyM' && hasMarks;
    if (code !== 'KeyQ' && !isMark) return;
    event.preventDefault();
    if (repeat || isComposing) return;
    if (isMark) markHere();
    else void beginQuestion();
  });
  // A layout effect: people who know the keys press them as soon as the buttons are visible.
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

/** Keeps the caret where it was and the on-screen keyboard open. */
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
  /** Whether its words are being saved; if that fails, they are shown again. */
  isHidden: boolean;
  /** `isDone`: the person finished the words instead of just moving the focus elsewhere. */
  onEnd: (text: string, isDone: boolean) => void;
}

/** Field for the words of a new mark: Enter saves them, Esc leaves the mark without words. */
function MarkWords({ mark, isHidden, onEnd }: MarkWordsProps) {
  const field = useRef<HTMLInputElement>(null);
  const leave = useEffectEvent((text: string) => onEnd(text, false));
  useEffect(() => {
    const { current } = field;
    current?.focus();
    // A key may close the screen while the field is open.
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
      // The typed words are kept when the focus moves elsewhere.
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
