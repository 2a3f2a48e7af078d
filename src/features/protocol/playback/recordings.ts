import type { Evidence } from '#contract/evidence.ts';
import type { Protocol, Recording } from '#contract/protocol.ts';
import type { PartTranscript, Transcript } from '#contract/transcript.ts';

type Recorded = Partial<Pick<Protocol, 'video' | 'processing' | 'recordings'>>;

/** The recording of this id in the place of the protocol's first: whatever shows a recording shows that one. */
export function protocolWith<T extends Recorded>(protocol: T, recordingId: string | null | undefined): T {
  const chosen = protocol.recordings?.find(({ id }) => id === recordingId);
  if (!chosen || chosen.is_first) return protocol;
  const { video, processing } = chosen;
  return { ...protocol, video: { ...video, upload_id: chosen.id, is_part: true }, processing };
}

type Named = Pick<Recording, 'id' | 'title' | 'beside_id' | 'speaker'>;

/** «Утро», the speaker whose voice alone is in it, or «Часть 2»; of those beside each other «Часть 2, запись 1». */
export function partName({ id, title, beside_id, speaker }: Named, all: readonly Named[]): string {
  const lead = beside_id ?? id;
  const beside = all.filter((each) => each.id === lead || each.beside_id === lead);
  const place = beside.length > 1 ? `, запись ${beside.findIndex((each) => each.id === id) + 1}` : '';
  return title?.trim() || speaker?.trim() || `${groupName({ id: lead }, all)}${place}`;
}

/** What a recording and those that lie beside it are called together. */
export function groupName({ id, title }: Pick<Named, 'id' | 'title'>, all: readonly Named[]): string {
  return title?.trim() || `Часть ${all.filter(({ beside_id }) => !beside_id).findIndex((each) => each.id === id) + 1}`;
}

/** Which of several recordings a moment is of: one that names none is of the first. */
export function recordingOf(
  recordings: readonly Recording[],
  { recording_id }: Pick<Evidence, 'recording_id'>,
): Recording | undefined {
  return recordings.find(({ id, is_first }) => (recording_id ? id === recording_id : is_first));
}

/** The transcript of one of the recordings; that of the first without an id. */
export function transcriptOf<T extends Pick<Transcript, 'parts'>>(
  all: T,
  recordingId: string | null | undefined,
): T | PartTranscript | undefined {
  return recordingId ? all.parts?.find(({ recording_id }) => recording_id === recordingId) : all;
}
