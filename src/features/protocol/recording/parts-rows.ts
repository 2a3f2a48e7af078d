import type { Recording } from '#contract/recordings/recording.ts';
import { longestPause, type RecordingUpdate } from '#contract/recordings/recording.ts';
import { besideEachOther, startsOf } from '#contract/recordings/timeline.ts';
import { offsetText, pauseText, readOffset, readPause } from './part-pause.ts';

/** A recording as it is edited in the list of parts. */
export type PartRow = Pick<Recording, 'id' | 'is_first' | 'video'> & {
  title: string;
  /** '' where the recording does not have a single speaker. */
  speaker: string;
  pause: string;
  /** Id of the recording beside which it is placed, or null; `later` is the typed offset between their beginnings. */
  beside_id: string | null;
  later: string;
};

export function rowOf({ id, is_first, title, speaker, pause, beside_id, offset, video }: Recording): PartRow {
  const placed = { beside_id: beside_id ?? null, later: offsetText(offset) };
  return { id, is_first, video, title: title ?? '', speaker: speaker ?? '', pause: pauseText(pause), ...placed };
}

/** Returns the row with the typed times parsed, as a recording placed on the timeline. */
export function placedAs({ pause, later, ...row }: PartRow) {
  return { ...row, pause: readPause(pause) ?? 0, offset: readOffset(later) ?? 0 };
}

/** Returns the rows with every simultaneous recording after the one beside which it is placed. */
export function arranged(rows: readonly PartRow[]): PartRow[] {
  return besideEachOther(rows).flat();
}

/**
 * Merges the rows with the server's current ones: typed and moved values stay, new recordings come after the one that
 * they follow on the server, and deleted ones are removed.
 */
export function withFresh(rows: readonly PartRow[], before: readonly PartRow[], fresh: readonly PartRow[]): PartRow[] {
  const find = (all: readonly PartRow[], id: string | undefined) => all.find((each) => each.id === id);
  const kept = rows.flatMap((row) => {
    const now = find(fresh, row.id);
    if (!now) return [];
    const was = find(before, row.id);
    const own = <Name extends keyof PartRow>(name: Name) => (row[name] === was?.[name] ? now[name] : row[name]);
    const isThere = row.beside_id === null || find(fresh, row.beside_id);
    const placed = { beside_id: isThere ? own('beside_id') : now.beside_id, later: own('later') };
    return { ...now, title: own('title'), speaker: own('speaker'), pause: own('pause'), ...placed };
  });
  for (const [index, row] of fresh.entries()) {
    if (find(kept, row.id)) continue;
    const previous = fresh[index - 1]?.id;
    kept.splice(kept.findIndex(({ id }) => id === previous) + 1, 0, row);
  }
  return arranged(kept);
}

/** Returns the changed fields of a row to send; undefined where nothing changed. */
export function changeOf(row: PartRow, was: PartRow | undefined): RecordingUpdate | undefined {
  const isMoved = row.beside_id !== was?.beside_id || (row.beside_id !== null && row.later !== was?.later);
  const change = {
    ...(row.title !== was?.title && { title: row.title.trim() || null }),
    ...(row.speaker !== was?.speaker && { speaker: row.speaker.trim() || null }),
    ...(row.pause !== was?.pause && { pause: readPause(row.pause) ?? 0 }),
    ...(isMoved && { beside_id: row.beside_id, ...(row.beside_id !== null && { offset: readOffset(row.later) ?? 0 }) }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Places a row beside another one, or after those before it (null); recordings beside it move with it. */
export function putRow(rows: readonly PartRow[], id: string, besideId: string | null): PartRow[] {
  return arranged(
    rows.map((row) => {
      if (row.id === id) return { ...row, beside_id: besideId, later: '' };
      return row.beside_id === id && besideId ? { ...row, beside_id: besideId } : row;
    }),
  );
}

/** Returns the error of a row's placement, in words for its field; undefined where it is valid. */
export function faultOf(row: PartRow, rows: readonly PartRow[]): string | undefined {
  if (row.beside_id === null) {
    if (rows.find(({ beside_id }) => beside_id === null) === row) return undefined;
    const seconds = readPause(row.pause);
    if (seconds === undefined) return 'Напишите, сколько длился перерыв: 15:00 или 1:15:00';
    return seconds > longestPause ? 'Перерыв не длиннее недели' : undefined;
  }
  const seconds = readOffset(row.later);
  if (seconds === undefined) return 'Напишите, на сколько позже: 0:30, а если раньше, то −0:30';
  if (Math.abs(seconds) > longestPause) return 'Не больше недели';
  return isApart(row, rows) ? 'Тогда эти записи не идут одновременно: измените время или место' : undefined;
}

/** Whether a row placed beside others overlaps none of them, as far as their lengths are known. */
function isApart(row: PartRow, rows: readonly PartRow[]): boolean {
  const placed = rows.map(placedAs);
  const starts = startsOf(placed);
  const spanOf = (id: string) => {
    const index = placed.findIndex((each) => each.id === id);
    const [start = 0, length] = [starts[index], placed[index]?.video?.duration];
    return { start, end: start + (length || Number.POSITIVE_INFINITY) };
  };
  const own = spanOf(row.id);
  const others = rows.filter(
    ({ id, beside_id }) => id !== row.id && (id === row.beside_id || beside_id === row.beside_id),
  );
  return others.map(({ id }) => spanOf(id)).every(({ start, end }) => own.start >= end || start >= own.end);
}
