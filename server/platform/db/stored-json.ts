import type { DocumentSettings } from '#contract/document.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Protocol, RecordingWarning } from '#contract/protocol.ts';

/*
 * What the jsonb columns hold where it is not the contract's own shape. Keys are those of the contract, so that a value
 * is served as it is stored.
 */

export type StoredEvidence = Evidence;
export type StoredPoint = { text: string; evidence?: Evidence | null };
export type StoredSpeaker = { name: string; user_id?: string | null };

/** A file of the storage that goes along with a mail. */
export type StoredAttachment = { name: string; type: string; storage_key: string };

/** What a mail tells a calendar: a file of iCalendar, and its METHOD. Deleted once the mail has left. */
export type StoredCalendar = { method: 'REQUEST' | 'CANCEL'; content: string };

/** The protocol's recording. Keys name files in the storage; addresses are signed when it is served. */
export type StoredVideo = {
  upload_id: string;
  name: string;
  /** Bytes of the uploaded file. */
  size: number;
  sha256?: string;
  original_key: string;
  /** The file that a browser plays, once there is one. */
  playable_key?: string;
  poster_key?: string;
  /** The sound, 16 kHz mono, and what has been heard in it so far. */
  audio_key?: string;
  speech_key?: string;
  /** Seconds. */
  duration?: number;
  /** What is to be known of it for good, and which step of the processing found it out. */
  warnings?: (RecordingWarning & { step: 'probe' | 'playable' })[];
  width?: number;
  height?: number;
  /** What a person calls the first of several recordings, and the break before it in seconds. */
  title?: string | null;
  pause?: number;
  /** Which recording the first lies beside, and how many seconds after its beginning; whose voice alone is in it. */
  beside_id?: string | null;
  offset?: number;
  speaker?: string | null;
  [more: string]: unknown;
};

/** A protocol with everything that its documents print, as it was when it became final. */
export type ProtocolSnapshot = {
  protocol: Protocol;
  people: { id: string; name: string; position: string | null; organization: string | null }[];
  /** How it is printed; where there are none, as it is where nothing was ever set. */
  settings?: DocumentSettings;
};

/** The storage's files of a recording. */
export function filesOfVideo(video: StoredVideo | null | undefined): (string | undefined)[] {
  return video ? [video.original_key, video.playable_key, video.poster_key, video.audio_key, video.speech_key] : [];
}
