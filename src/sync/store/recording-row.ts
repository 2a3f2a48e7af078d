/** A recording that is made on this device, as IndexedDB keeps it: all that a new browser process needs to send it. */
export interface RecordingRow {
  /** The upload's too, once it is sent: its chunks lie under this id already. */
  id: string;
  ownerId: string;
  protocolId: string;
  /** The file's name, with the day and the time. */
  name: string;
  type: string;
  /** Bytes of a chunk of the upload. */
  chunkSize: number;
  /** SHA-256 in hex of the whole chunks that are put together by now. */
  hashes: readonly string[];
  /** The number that the next piece gets. */
  nextPiece: number;
  /** Bytes that are kept, in chunks and in pieces. */
  size: number;
  /** How long it is, without its pauses. */
  millis: number;
  /** Epoch milliseconds. */
  startedAt: number;
}

/** What the recorder gave within about a second, until it goes into a chunk. */
export interface RecordingPiece {
  recordingId: string;
  number: number;
  bytes: ArrayBuffer;
}
