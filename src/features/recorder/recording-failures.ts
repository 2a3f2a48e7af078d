const failures = new Map<string, string>();

/** Stores, for the lifetime of the page, why a recording ended by itself or was not accepted into the queue. */
export function noteFailure(recordingId: string, words: string | undefined): void {
  if (words === undefined) failures.delete(recordingId);
  else failures.set(recordingId, words);
}

export function failureOf(recordingId: string): string | undefined {
  return failures.get(recordingId);
}
