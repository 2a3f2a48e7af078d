import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import type { Speaker } from '#contract/recordings/transcript.ts';
import { Button, classNames, isWriting } from '#src/ui/index.ts';
import { PlayerContext, useCurrentLine } from '../playback/player-context.ts';
import { LineConflictChoice } from './line-conflict.tsx';
import { LineEditor } from './line-editor.tsx';
import { headingsOf, type PartLine, placeBeside } from './part-lines.ts';
import type { SoughtWord } from './spoken-words.ts';
import styles from './transcript.module.css';
import { TranscriptLine } from './transcript-line.tsx';
import { type LineConflict, useLineConflicts } from './use-line-conflicts.ts';
import { useLeftLine } from './use-line-draft.ts';

/** The assumed height of a line that was not rendered yet, in pixels. */
const usualHeight = 56;

interface TranscriptLinesProps {
  protocol: Protocol;
  lines: readonly PartLine[];
  /** The recordings in their order; where there are several, each has a heading above its lines. */
  recordings: readonly Recording[];
  voices: readonly Speaker[];
  sought: readonly SoughtWord[];
  readOnly: boolean;
  /** Ids of the chosen lines; `onChoose` chooses one. */
  chosen: ReadonlySet<string>;
  onChoose: ((id: string) => void) | undefined;
}

/** Scrollable list of lines that follows the playback; virtualised, so that lines out of sight are not rendered. */
export function TranscriptLines(props: TranscriptLinesProps) {
  const { protocol, lines, recordings, voices, sought, readOnly, chosen, onChoose } = props;
  const { seek } = use(PlayerContext);
  const { above, rest } = useMemo(() => headingsOf(lines, recordings), [lines, recordings]);
  const box = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const [edited, setEdited] = useState<string>();
  const [picked, pick] = useState<string>();
  const current = useCurrentPlace(lines, recordings);
  const conflicts = useLineConflicts(protocol.id);
  const [focused, setFocused] = useState<string>();
  const [chosenLast, setChosenLast] = useState<string>();
  useLeftLine(protocol.id, lines, readOnly || edited !== undefined ? undefined : setEdited);
  // The line that is being edited, has the focus or gets it back stays rendered, wherever one scrolls.
  const held = useMemo(() => {
    const ids = new Set([edited, focused, chosenLast]);
    return lines.flatMap(({ id }, index) => (ids.has(id) || conflicts.has(id) ? index : []));
  }, [lines, edited, focused, chosenLast, conflicts]);
  const virtual = useLineList(box, lines, held);
  // In a hidden tab nothing can be scrolled; the list scrolls to its place when it is shown.
  const isShown = (virtual.scrollRect?.height ?? 0) > 0;
  const isFollowing = isShown && follows && edited === undefined && sought.length === 0;
  useEffect(() => {
    if (isFollowing && current >= 0) virtual.scrollToIndex(current, { align: 'center' });
  }, [isFollowing, current, virtual]);

  // Scrolls the whole form into view, however low the list is.
  const editedPlace = edited === undefined ? -1 : (held.find((index) => lines[index]?.id === edited) ?? -1);
  useEffect(() => {
    if (isShown && editedPlace >= 0) virtual.scrollToIndex(editedPlace, { align: 'start' });
  }, [isShown, editedPlace, virtual]);

  // A press picks the line even without a recording to play: on touch screens this shows its actions.
  const play = useCallback(
    ({ id, start: at, partId }: PartLine) => {
      pick(id);
      seek?.(at, partId ?? recordings.find(({ is_first }) => is_first)?.id);
    },
    [recordings, seek],
  );
  const stopFollowing = useCallback(() => setFollows(false), []);
  // Choosing lines stops the following, and the focus returns to the last chosen line.
  const choose = useMemo(
    () =>
      onChoose &&
      ((id: string) => {
        stopFollowing();
        setChosenLast(id);
        onChoose(id);
      }),
    [stopFollowing, onChoose],
  );
  const moveOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'PageDown' || event.key === 'PageUp' || event.key === 'Home' || event.key === 'End')
      stopFollowing();
    const next = nextLine(event, lines.length);
    if (next === undefined) return;
    event.preventDefault();
    stopFollowing();
    virtual.scrollToIndex(next, { align: 'auto' });
    focusLine(box, next);
  };
  const close = (id: string) => {
    // A correction open in another line stays open.
    setEdited((now) => (now === id ? undefined : now));
    // The button that opened the editor is drawn again by then.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-edits="${CSS.escape(id)}"]`)?.focus());
  };
  return (
    <div className={styles.frame}>
      <section
        ref={box}
        className={styles.lines}
        aria-label="Строки расшифровки"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onKeyDown={moveOn}
        onFocus={({ target }) => setFocused(lines[lineOf(target) ?? -1]?.id)}
        onBlur={() => setFocused(undefined)}
      >
        <ol className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            if (!line) return null;
            const headings = above.get(line.id);
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={classNames(styles.item, chosen.has(line.id) && styles.isChosen)}
                style={{ translate: `0 ${start}px` }}
                data-picked={line.id === picked ? '' : undefined}
                aria-current={index === current && sought.length === 0 ? 'true' : undefined}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
              >
                {headings?.map((heading) => (
                  <h3 key={heading} className={styles.partHeading}>
                    {heading}
                  </h3>
                ))}
                <LineContent
                  protocol={protocol}
                  line={line}
                  conflict={readOnly ? undefined : conflicts.get(line.id)}
                  isEdited={line.id === edited}
                  voices={voices}
                  onClose={() => close(line.id)}
                >
                  <TranscriptLine
                    line={line}
                    isSame={sought.length === 0 && !headings && lines[index - 1]?.speaker === line.speaker}
                    sought={sought}
                    onSeek={seek || !readOnly ? play : undefined}
                    onEdit={readOnly ? undefined : setEdited}
                    isChosen={chosen.has(line.id)}
                    onChoose={choose}
                  />
                </LineContent>
              </li>
            );
          })}
        </ol>
        {sought.length === 0
          ? rest.map((words) => (
              <p key={words} className={styles.partHeading}>
                {words}
              </p>
            ))
          : null}
      </section>
      {!follows && edited === undefined && current >= 0 && sought.length === 0 ? (
        <Button className={styles.follow} size="small" onClick={() => setFollows(true)}>
          К текущему месту
        </Button>
      ) : null}
    </div>
  );
}

/** Index of the line that is being played; -1 if none is. */
function useCurrentPlace(lines: readonly PartLine[], recordings: readonly Recording[]): number {
  const { clock, recordingId } = use(PlayerContext);
  // The clock belongs to one recording: only its lines, and those merged with them, can be the current one.
  const own = useMemo(() => {
    const shown = recordings.find(({ id }) => id === recordingId);
    const partId = shown && !shown.is_first ? shown.id : undefined;
    const { group, since } = shown ? placeBeside(recordings, shown) : { group: '', since: 0 };
    return lines.flatMap((line, index) => {
      if (line.group) return line.group === group ? { index, start: (line.at ?? line.start) - since } : [];
      return recordings.length === 0 || line.partId === partId ? { index, start: line.start } : [];
    });
  }, [lines, recordings, recordingId]);
  return own[useCurrentLine(own, clock)]?.index ?? -1;
}

/** The virtual list of the lines; those whose indices are in `held` stay rendered out of sight, too. */
function useLineList(box: RefObject<HTMLElement | null>, lines: readonly PartLine[], held: readonly number[]) {
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    // In a hidden tab every line measures 0; with that height the list would be at its end when it is shown.
    measureElement: (...line) => measureElement(...line) || usualHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 400, height: 480 },
    rangeExtractor: (range) =>
      held.length === 0
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), ...held])].sort((a, b) => a - b),
  });
}

interface LineContentProps {
  protocol: Protocol;
  line: PartLine;
  conflict: LineConflict | undefined;
  isEdited: boolean;
  voices: readonly Speaker[];
  onClose: () => void;
  /** The line as it is read. */
  children: ReactNode;
}

/** A line with a conflict, as a form while it is corrected, or as it is read. */
function LineContent({ protocol, line, conflict, isEdited, voices, onClose, children }: LineContentProps) {
  const disputed = conflict?.lines[0];
  if (conflict && disputed)
    return <LineConflictChoice key={conflict.row.id} conflict={conflict} line={disputed} onDone={onClose} />;
  return isEdited ? <LineEditor protocol={protocol} line={line} voices={voices} onClose={onClose} /> : children;
}

/** Number of frames to wait for a line that was out of sight: it is rendered after the list has scrolled to it. */
const frames = 10;

/** Returns the index of the line that contains the element. */
function lineOf(target: Element): number | undefined {
  const line = target.closest<HTMLElement>('[data-index]');
  return line ? Number(line.dataset.index) : undefined;
}

/** Returns the index of the line that an arrow key leads to from the focused line; undefined for any other key. */
function nextLine({ key, target }: KeyboardEvent, amount: number): number | undefined {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  const from = target instanceof Element && !isWriting(target) ? lineOf(target) : undefined;
  if (by === undefined || from === undefined) return undefined;
  return Math.min(amount - 1, Math.max(0, from + by));
}

/** Focuses a line as soon as it is rendered, without scrolling the screen around the list. */
function focusLine(box: RefObject<HTMLElement | null>, place: number, left = frames): void {
  const line = box.current?.querySelector<HTMLElement>(`[data-index="${place}"] button`);
  if (line) line.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusLine(box, place, left - 1));
}
