import type { Evidence } from '#contract/evidence.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import type { PartTranscript, Transcript } from '#contract/recordings/transcript.ts';

type Recorded = Partial<Pick<Protocol, 'video' | 'processing' | 'recordings'>>;

/** Returns the protocol with the recording of this id in place of the first, so that all components show that one. */
export function protocolWith<T extends Recorded>(protocol: T, recordingId: string | null | undefined): T {
  const chosen = protocol.recordings?.find(({ id }) => id === recordingId);
  if (!chosen || chosen.is_first) return protocol;
  const { video, processing } = chosen;
  return { ...protocol, video: { ...video, upload_id: chosen.id, is_part: true }, processing };
}

type Named = Pick<Recording, 'id' | 'title' | 'beside_id' | 'speaker'>;

/**
 * Returns the name of a recording: its title «Утро», its only speaker, or «Часть 2»; among simultaneous ones «Часть 2,
 * запись 1».
 */
export function partName({ id, title, beside_id, speaker }: Named, all: readonly Named[]): string {
  const lead = beside_id ?? id;
  const beside = all.filter((each) => each.id === lead || each.beside_id === lead);
  const place = beside.length > 1 ? `, запись ${beside.findIndex((each) => each.id === id) + 1}` : '';
  return title?.trim() || speaker?.trim() || `${groupName({ id: lead }, all)}${place}`;
}

/** Returns the common name of a recording and its simultaneous ones. */
export function groupName({ id, title }: Pick<Named, 'id' | 'title'>, all: readonly Named[]): string {
  return title?.trim() || `Часть ${all.filter(({ beside_id }) => !beside_id).findIndex((each) => each.id === id) + 1}`;
}

/** Returns the recording of a moment; a moment without an id belongs to the first. */
export function recordingOf(
  recordings: readonly Recording[],
  { recording_id }: Pick<Evidence, 'recording_id'>,
): Recording | undefined {
  return recordings.find(({ id, is_first }) => (recording_id ? id === recording_id : is_first));
}

/** Returns the transcript of a recording; without an id that of the first. */
export function transcriptOf<T extends Pick<Transcript, 'parts'>>(
  all: T,
  recordingId: string | null | undefined,
): T | PartTranscript | undefined {
  return recordingId ? all.parts?.find(({ recording_id }) => recording_id === recordingId) : all;
}
