import type { Evidence } from '#contract/evidence.ts';

/** `?at=751.2` in the address of a protocol: the second of the recording that it is opened for. */
export const momentParameter = 'at';

/** `&part=` beside it: which of several recordings; without it the first. */
export const recordingParameter = 'part';

/** The same two of a moment. */
export function momentQuery({ start, recording_id }: Pick<Evidence, 'start' | 'recording_id'>): URLSearchParams {
  const query = new URLSearchParams({ [momentParameter]: String(start) });
  if (recording_id) query.set(recordingParameter, recording_id);
  return query;
}

/** `?show=transcript` and others in the same address: what is shown of the protocol (`use-found-place.ts`). */
export const placeParameter = 'show';
