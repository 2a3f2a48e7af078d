const failures = new Map<string, string>();

/** Why a recording ended by itself, or was not taken into the queue: as long as this page lives. */
export function noteFailure(recordingId: string, words: string | undefined): void {
  if (words === undefined) failures.delete(recordingId);
  else failures.set(recordingId, words);
}

export function failureOf(recordingId: string): string | undefined {
  return failures.get(recordingId);
}
