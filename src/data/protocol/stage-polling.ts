import type { Stage } from '#contract/stage.ts';

/** The server sends a comment every 15 s: a stream silent for longer than this is dead. */
export const streamSilence = 40_000;

let heardAt = 0;

/** Something came from the event stream, here or in the tab that holds it. Returns whether it is the first word. */
export function heardFromStream(): boolean {
  const first = heardAt === 0;
  heardAt = Date.now();
  return first;
}

/**
 * How often what is being processed is asked for again, in milliseconds: every 5 s where no stream tells of it, rarely
 * where one does; false for what is at rest.
 */
export function stagePolling(stages: (Stage | undefined)[]): number | false {
  if (!stages.includes('video_process')) return false;
  return Date.now() - heardAt < streamSilence ? 30_000 : 5_000;
}
