import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Protocol, Recording } from '#contract/protocol.ts';
import type { Speaker } from '#contract/transcript.ts';
import { Button, classNames, isWriting } from '#src/ui/index.ts';
import { PlayerContext, useCurrentLine } from '../playback/player-context.ts';
import { ResolveLineConflict } from './line-conflict.tsx';
import { LineEditor } from './line-editor.tsx';
import { headingsOf, type PartLine, placeBeside } from './part-lines.ts';
import type { SoughtWord } from './spoken-words.ts';
import styles from './transcript.module.css';
import { TranscriptLine } from './transcript-line.tsx';
import { useLineConflicts } from './use-line-conflicts.ts';
import { useLeftLine } from './use-line-draft.ts';

/** The assumed height of a line that was not rendered yet, in pixels. */
const usualHeight = 56;

interface TranscriptLinesProps {
  protocol: Protocol;
  lines: readonly PartLine[];
  /** In their order, where there are several: each has a heading above its lines. */
  recordings: readonly Recording[];
  voices: readonly Speaker[];
  sought: readonly SoughtWord[];
  readOnly: boolean;
  /** The lines that something is made of, and what chooses one. */
  chosen: ReadonlySet<string>;
  onChoose: ((id: string) => void) | undefined;
}

/** The lines in a part of the screen of their own, which follows the recording; those out of sight are not drawn. */
export function TranscriptLines(props: TranscriptLinesProps) {
  const { protocol, lines, recordings, voices, sought, readOnly, chosen, onChoose } = props;
  const { clock, recordingId, seek } = use(PlayerContext);
  const { above, rest } = useMemo(() => headingsOf(lines, recordings), [lines, recordings]);
  // The clock is that of one recording: its lines alone are said now, and those that stand among them.
  const own = useMemo(() => {
    const shown = recordings.find(({ id }) => id === recordingId);
    const partId = shown && !shown.is_first ? shown.id : undefined;
    const { group, since } = shown ? placeBeside(recordings, shown) : { group: '', since: 0 };
    return lines.flatMap((line, index) => {
      if (line.group) return line.group === group ? { index, start: (line.at ?? line.start) - since } : [];
      return recordings.length === 0 || line.partId === partId ? { index, start: line.start } : [];
    });
  }, [lines, recordings, recordingId]);
  const box = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const [edited, setEdited] = useState<string>();
  const [picked, pick] = useState<string>();
  const current = own[useCurrentLine(own, clock)]?.index ?? -1;
  const conflicts = useLineConflicts(protocol.id);
  const [focused, setFocused] = useState<string>();
  const [chosenLast, setChosenLast] = useState<string>();
  useLeftLine(protocol.id, lines, readOnly || edited !== undefined ? undefined : setEdited);
  // The line that is being edited, has the focus or gets it back stays rendered, wherever one scrolls.
  const held = useMemo(() => {
    const ids = new Set([edited, focused, chosenLast]);
    return lines.flatMap(({ id }, index) => (ids.has(id) || conflicts.has(id) ? index : []));
  }, [lines, edited, focused, chosenLast, conflicts]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    // Behind another tab every line has no height: taken for true, the list would stand at its end when it is shown.
    measureElement: (...line) => measureElement(...line) || usualHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 400, height: 480 },
    rangeExtractor: (range) =>
      held.length === 0
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), ...held])].sort((a, b) => a - b),
  });
  // Behind another tab there is nothing to scroll: it is led to the place when it is shown.
  const isShown = (virtual.scrollRect?.height ?? 0) > 0;
  const isFollowing = isShown && follows && edited === undefined && sought.length === 0;
  useEffect(() => {
    if (isFollowing && current >= 0) virtual.scrollToIndex(current, { align: 'center' });
  }, [isFollowing, current, virtual]);

  // All of the form is in sight, however low the place for the lines is.
  const editedPlace = edited === undefined ? -1 : (held.find((index) => lines[index]?.id === edited) ?? -1);
  useEffect(() => {
    if (isShown && editedPlace >= 0) virtual.scrollToIndex(editedPlace, { align: 'start' });
  }, [isShown, editedPlace, virtual]);

  // Where there is nothing to play a press still chooses the line: on a touch screen what can be done with it is shown so.
  const play = useCallback(
    ({ id, start: at, partId }: PartLine) => {
      pick(id);
      seek?.(at, partId ?? recordings.find(({ is_first }) => is_first)?.id);
    },
    [recordings, seek],
  );
  const stopFollowing = useCallback(() => setFollows(false), []);
  // Whoever chooses lines stays with them, and comes back to them.
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
    // What is being corrected in another line stays open.
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
            const conflict = readOnly ? undefined : conflicts.get(line.id);
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
                {above.get(line.id)?.map((heading) => (
                  <h3 key={heading} className={styles.partHeading}>
                    {heading}
                  </h3>
                ))}
                {conflict ? (
                  <ResolveLineConflict key={conflict.row.id} conflict={conflict} onDone={() => close(line.id)} />
                ) : line.id === edited ? (
                  <LineEditor protocol={protocol} line={line} voices={voices} onClose={() => close(line.id)} />
                ) : (
                  <TranscriptLine
                    line={line}
                    isSame={sought.length === 0 && !above.has(line.id) && lines[index - 1]?.speaker === line.speaker}
                    sought={sought}
                    onSeek={seek || !readOnly ? play : undefined}
                    onEdit={readOnly ? undefined : setEdited}
                    isChosen={chosen.has(line.id)}
                    onChoose={choose}
                  />
                )}
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

/** Ten frames: a line that was out of sight is drawn once its place is scrolled to. */
const frames = 10;

/** The place of the line that something stands in. */
function lineOf(target: Element): number | undefined {
  const line = target.closest<HTMLElement>('[data-index]');
  return line ? Number(line.dataset.index) : undefined;
}

/** The place that an arrow up or down leads to, from a line that has the focus; undefined of any other key. */
function nextLine({ key, target }: KeyboardEvent, amount: number): number | undefined {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  const from = target instanceof Element && !isWriting(target) ? lineOf(target) : undefined;
  if (by === undefined || from === undefined) return undefined;
  return Math.min(amount - 1, Math.max(0, from + by));
}

/** Leads the focus to a line, as soon as it is drawn; the screen around the lines stays where it is. */
function focusLine(box: RefObject<HTMLElement | null>, place: number, left = frames): void {
  const line = box.current?.querySelector<HTMLElement>(`[data-index="${place}"] button`);
  if (line) line.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusLine(box, place, left - 1));
}
