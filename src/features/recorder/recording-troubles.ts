const troubles = new Map<string, string>();

/** Why a recording ended by itself, or was not taken into the queue: as long as this page lives. */
export function noteTrouble(recordingId: string, words: string | undefined): void {
  if (words === undefined) troubles.delete(recordingId);
  else troubles.set(recordingId, words);
}

export function troubleOf(recordingId: string): string | undefined {
  return troubles.get(recordingId);
}
