import type { DocumentSettings } from '#contract/documents/document.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { RecordingWarning } from '#contract/recordings/recording.ts';

/*
 * Content of jsonb columns that is not the contract's own shape. Keys are those of the contract, so that a value is
 * served as it is stored.
 */

export type StoredEvidence = Evidence;
export type StoredPoint = { text: string; evidence?: Evidence | null };
export type StoredSpeaker = { name: string; user_id?: string | null };

/** A file of the storage that goes along with a mail. */
export type StoredAttachment = { name: string; type: string; storage_key: string };

/** The calendar part of a mail: an iCalendar file and its METHOD. Deleted once the mail has been sent. */
export type StoredCalendar = { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string };

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
  /** The sound, 16 kHz mono, and what has been recognised of it so far. */
  audio_key?: string;
  speech_key?: string;
  /** Seconds. */
  duration?: number;
  /** Permanent warnings about the recording, and the processing step that found each. */
  warnings?: (RecordingWarning & { step: 'probe' | 'playable' })[];
  width?: number;
  height?: number;
  /** A person's name for the first of several recordings, and the break before it in seconds. */
  title?: string | null;
  pause?: number;
  /**
   * The recording that the first one ran beside, how many seconds after its beginning, and whose voice alone is in it.
   */
  beside_id?: string | null;
  offset?: number;
  speaker?: string | null;
  /** The run of the first recording that was begun while its protocol was finished; it leaves the stage as it is. */
  rerun?: number;
  /** A person has asked for recognition, also where the file has subtitles. */
  recognise?: boolean;
  [more: string]: unknown;
};

/** A protocol with everything that its documents print, as it was when it became final. */
export type ProtocolSnapshot = {
  protocol: Protocol;
  people: { id: string; name: string; position: string | null; organization: string | null }[];
  /** How it is printed; undefined means the settings of an organization that never set any. */
  settings?: DocumentSettings;
};

/** Whether the first recording of a finished protocol is being processed again. */
export function isRerun(video: StoredVideo | null | undefined): boolean {
  return video?.rerun !== undefined && video.rerun === video.run;
}

/** Storage keys of a recording's files. */
export function filesOfVideo(video: StoredVideo | null | undefined): (string | undefined)[] {
  return video ? [video.original_key, video.playable_key, video.poster_key, video.audio_key, video.speech_key] : [];
}
