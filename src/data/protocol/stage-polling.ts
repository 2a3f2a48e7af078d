import type { Stage } from '#contract/stage.ts';

/** Milliseconds of silence after which a stream is considered dead: the server sends a comment every 15 s. */
export const streamSilence = 40_000;

let heardAt = 0;

/** Records a message of the event stream, here or in the tab that holds it. Returns whether it is the first one. */
export function heardFromStream(): boolean {
  const first = heardAt === 0;
  heardAt = Date.now();
  return first;
}

/**
 * Returns the refetch interval of what is being processed, in milliseconds: 5 s without an event stream, longer with
 * one; false if nothing is being processed.
 */
export function stagePolling(stages: (Stage | undefined)[]): number | false {
  if (!stages.includes('video_process')) return false;
  return Date.now() - heardAt < streamSilence ? 30_000 : 5_000;
}
