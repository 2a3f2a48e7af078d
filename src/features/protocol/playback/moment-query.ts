import type { Evidence } from '#contract/evidence.ts';

/** `?at=751.2` in the address of a protocol: position in the recording, in seconds, at which it opens. */
export const momentParameter = 'at';

/** `&part=` in the same address: id of the recording; without it the first one. */
export const recordingParameter = 'part';

/** Returns both parameters for a moment. */
export function momentQuery({ start, recording_id }: Pick<Evidence, 'start' | 'recording_id'>): URLSearchParams {
  const query = new URLSearchParams({ [momentParameter]: String(start) });
  if (recording_id) query.set(recordingParameter, recording_id);
  return query;
}

/** `?show=transcript` and others in the same address: the place of the protocol to show (`use-found-place.ts`). */
export const placeParameter = 'show';
