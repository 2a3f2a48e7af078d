import type { Recording } from '#contract/protocol.ts';
import { pauseText, readPause } from './part-pause.ts';

/** A recording as it is written in the list of parts. */
export type PartRow = Pick<Recording, 'id' | 'is_first' | 'video'> & { title: string; pause: string };

export function rowOf({ id, is_first, title, pause, video }: Recording): PartRow {
  return { id, is_first, video, title: title ?? '', pause: pauseText(pause) };
}

/**
 * The rows over what the server has now: what was typed and moved stays, what came meanwhile stands behind the one that it
 * follows there, what is gone goes.
 */
export function withFresh(rows: readonly PartRow[], before: readonly PartRow[], fresh: readonly PartRow[]): PartRow[] {
  const find = (all: readonly PartRow[], id: string | undefined) => all.find((each) => each.id === id);
  const kept = rows.flatMap((row) => {
    const now = find(fresh, row.id);
    if (!now) return [];
    const was = find(before, row.id);
    const title = row.title === was?.title ? now.title : row.title;
    return { ...now, title, pause: row.pause === was?.pause ? now.pause : row.pause };
  });
  for (const [index, row] of fresh.entries()) {
    if (find(kept, row.id)) continue;
    const previous = fresh[index - 1]?.id;
    kept.splice(kept.findIndex(({ id }) => id === previous) + 1, 0, row);
  }
  return kept;
}

/** What of a row is to be sent; undefined where nothing was changed. */
export function changeOf(
  row: PartRow,
  was: PartRow | undefined,
): { title?: string | null; pause?: number } | undefined {
  const change = {
    ...(row.title !== was?.title && { title: row.title.trim() || null }),
    ...(row.pause !== was?.pause && { pause: readPause(row.pause) ?? 0 }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}
