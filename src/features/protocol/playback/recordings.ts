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

/** «Утро», the speaker whose voice alone is in it, or «Часть 2»; of one beside another «Часть 2, запись 2». */
export function partName(recording: Named, all: readonly Named[]): string {
  const { id, title, beside_id, speaker } = recording;
  return title?.trim() || speaker?.trim() || numberedName(beside_id ?? id, id, all);
}

function numberedName(lead: string, id: string, all: readonly Named[]): string {
  const place = all.filter((each) => !each.beside_id).findIndex((each) => each.id === lead);
  const beside = all.filter((each) => each.beside_id === lead).findIndex((each) => each.id === id);
  return `Часть ${place + 1}${beside < 0 ? '' : `, запись ${beside + 2}`}`;
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
