import { type KeyboardEvent, type PointerEvent, use, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formatDuration, formatTimecode } from '#src/format/index.ts';
import { classNames } from '#src/ui/index.ts';
import { nearestMark } from '../playback/keyword-mark.ts';
import { PlayerContext, step } from '../playback/player-context.ts';
import { drawnTicks, nameOfPlace, neighbour, type Tick } from '../playback/ticks.ts';
import { togglePlay } from '../playback/use-media-value.ts';
import styles from './seek-bar.module.css';

interface SeekBarProps {
  media: HTMLMediaElement | null;
  /** Ticks in the order of time. */
  ticks: readonly Tick[];
  /** Length of the recording in seconds. */
  duration: number;
}

/** Distance in pixels within which a press goes to a mark. */
const reach = 6;

/**
 * Timeline of the recording: its position, the beginnings of agenda items, keywords, and marks. A press or the keys of
 * a slider move along it; Page Up and Page Down move from mark to mark, and their names are read out.
 */
export function SeekBar({ media, ticks, duration }: SeekBarProps) {
  const { clock } = use(PlayerContext);
  const now = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.now() * 4) / 4);
  const drawn = useMemo(() => drawnTicks(ticks, duration), [ticks, duration]);
  const [pointed, point] = useState<{ share: number; words: string }>();
  const slider = useRef<HTMLInputElement>(null);
  // Position in seconds before the drag began; undefined while nothing is dragged.
  const held = useRef<number>(undefined);
  // Not announced with every second of playback: otherwise a screen reader would never be silent.
  const [announcement, announce] = useState('');
  const nameAt = (seconds: number) =>
    announce(
      [`${formatDuration(seconds)}, всего ${formatDuration(duration)}`, nameOfPlace(ticks, seconds)]
        .filter(Boolean)
        .join(', '),
    );
  const lead = (seconds: number) => {
    if (!media) return;
    const to = Math.min(duration, Math.max(0, seconds));
    media.currentTime = to;
    clock.tell(to);
    nameAt(to);
  };
  /** Shows the time under the pointer and returns it in seconds, on the same scale as the marks. */
  const follow = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    const near = nearestMark(drawn, share * duration);
    const isNear = near !== undefined && Math.abs(near.start - share * duration) <= (reach / width) * duration;
    const seconds = isNear ? near.start : share * duration;
    point({ share, words: isNear ? `${formatTimecode(seconds)} ${near.words}` : formatTimecode(seconds) });
    return seconds;
  };
  const grasp = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary || !media) return;
    // Otherwise the press would take the focus away from the slider.
    event.preventDefault();
    slider.current?.focus({ preventScroll: true, focusVisible: false });
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = clock.now();
    lead(follow(event));
  };
  const drag = (event: PointerEvent) => {
    const seconds = follow(event);
    if (held.current !== undefined) lead(seconds);
  };
  const release = () => {
    held.current = undefined;
  };
  /** Restores the position when the touch turns out to be a scroll of the page. */
  const giveBack = () => {
    if (held.current !== undefined) lead(held.current);
    release();
    point(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = placeByKey(event.key, { now: clock.now(), ticks, duration });
    if (to === undefined && event.key !== ' ') return;
    event.preventDefault();
    if (to !== undefined) lead(to);
    else if (media) togglePlay(media);
  };
  const at = (seconds: number) => ({ left: `${Math.min(1, seconds / duration) * 100}%` });
  return (
    <div className={styles.seek}>
      <span className={styles.time} aria-hidden>
        {formatTimecode(now)}
      </span>
      <div
        className={styles.strip}
        onPointerDown={grasp}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={giveBack}
        onPointerLeave={() => point(undefined)}
      >
        <span aria-hidden className={styles.played} style={{ width: `${Math.min(1, now / duration) * 100}%` }} />
        {drawn.map(({ id, kind, start }) => (
          <span
            key={`${kind} ${id}`}
            aria-hidden
            className={classNames(styles.tick, styles[kind])}
            data-tick={kind}
            style={at(start)}
          />
        ))}
        <span aria-hidden className={styles.head} style={at(now)} />
        <input
          ref={slider}
          type="range"
          className={styles.range}
          aria-label="Место в записи"
          aria-valuetext={announcement || formatDuration(now)}
          min={0}
          max={duration}
          step="any"
          value={Math.min(now, duration)}
          disabled={!media}
          onFocus={() => nameAt(clock.now())}
          onBlur={() => announce('')}
          onKeyDown={press}
          onChange={({ currentTarget }) => lead(currentTarget.valueAsNumber)}
        />
        {pointed ? (
          <span
            aria-hidden
            className={styles.hint}
            data-late={pointed.share > 0.5}
            style={at(pointed.share * duration)}
          >
            {pointed.words}
          </span>
        ) : null}
      </div>
      <span className={styles.time} aria-hidden>
        {formatTimecode(duration)}
      </span>
    </div>
  );
}

interface Place {
  now: number;
  ticks: readonly Tick[];
  duration: number;
}

/** Returns the second to which a key of the slider moves; undefined for any other key. */
function placeByKey(key: string, { now, ticks, duration }: Place): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return now - step;
  if (key === 'ArrowRight' || key === 'ArrowUp') return now + step;
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  if (key === 'PageUp') return neighbour(ticks, now, 1) ?? now;
  return key === 'PageDown' ? (neighbour(ticks, now, -1) ?? now) : undefined;
}
