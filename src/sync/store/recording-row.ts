/** A recording that is made on this device, as IndexedDB keeps it: all that a new browser process needs to send it. */
export interface RecordingRow {
  /** Also the id of the later upload: the chunks are stored under it from the start. */
  id: string;
  ownerId: string;
  protocolId: string;
  /** The file's name, with the day and the time. */
  name: string;
  type: string;
  /** Bytes of a chunk of the upload. */
  chunkSize: number;
  /** SHA-256, in hex, of the chunks that are complete so far. */
  hashes: readonly string[];
  /** Number of the next piece. */
  nextPiece: number;
  /** Bytes kept in chunks and pieces. */
  size: number;
  /** Length of the recording without its pauses, in milliseconds. */
  millis: number;
  /** Epoch milliseconds. */
  startedAt: number;
}

/** Output of the recorder within about a second, until it is joined to a chunk. */
export interface RecordingPiece {
  recordingId: string;
  number: number;
  bytes: ArrayBuffer;
}
