import { and, asc, eq } from 'drizzle-orm';
import type { Recording, Video } from '#contract/recordings/recording.ts';
import { anchorsOf, besideEachOther } from '#contract/recordings/timeline.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { partStages, recordingParts } from '#server/schema/recording-parts.ts';
import { transcripts } from '#server/schema/video.ts';
import type { ProtocolRow } from './protocol-access-repository.ts';

/** Returns a recording in the form of the API, with signed addresses. */
export type DescribeVideo = (
  protocolId: string,
  video: StoredVideo,
  more?: { transcriptVersion?: number | undefined; isPart?: boolean },
) => Video;

export type PartRow = typeof recordingParts.$inferSelect;
type WithRecording = Pick<ProtocolRow, 'id' | 'stage' | 'video' | 'processing'>;

/** Returns the recordings besides the first, in the order of the meeting. */
export function readParts(db: Db, protocolId: string): Promise<PartRow[]> {
  return db
    .select()
    .from(recordingParts)
    .where(eq(recordingParts.protocolId, protocolId))
    .orderBy(asc(recordingParts.position), asc(recordingParts.id));
}

/** A recording with its position in the order, and its stored data. */
export type OrderedRecording = Pick<
  PartRow,
  'id' | 'title' | 'pause' | 'offset' | 'speaker' | 'stage' | 'video' | 'processing'
> & {
  isFirst: boolean;
  /** Id of the recording that this one ran beside, which itself is beside none. */
  beside_id: string | null;
};

/**
 * Returns all recordings of a protocol in the order of the meeting, each followed by those beside it. The one that was
 * uploaded first may be at any position.
 */
export function inOrder(first: WithRecording, parts: readonly PartRow[]): OrderedRecording[] {
  const { video, processing } = first;
  const others = parts.map((part): OrderedRecording => ({ ...part, beside_id: part.besideId, isFirst: false }));
  if (!video) return arranged(others);
  const { upload_id: id, title = null, pause = 0, beside_id = null, offset = 0, speaker = null } = video;
  const own: OrderedRecording = {
    ...{ id, title, pause, beside_id, offset, speaker, isFirst: true },
    ...{ stage: ownStage(first), video, processing },
  };
  const before = parts.filter(({ position }) => position < 0).length;
  return arranged(others.toSpliced(before, 0, own));
}

/** Resolves references to recordings that are gone or that are themselves beside another one. */
function arranged(recordings: readonly OrderedRecording[]): OrderedRecording[] {
  const anchors = anchorsOf(recordings);
  return besideEachOther(recordings)
    .flat()
    .map((each) => {
      const { id, offset } = anchors.get(each.id) ?? { id: each.id, offset: 0 };
      return { ...each, beside_id: id === each.id ? null : id, offset };
    });
}

/** Returns the stage of the first recording alone, even if the protocol has moved on. */
function ownStage({ stage, processing }: WithRecording): OrderedRecording['stage'] {
  const own = partStages.find((each) => each === stage);
  if (own) return own;
  return processing.some(({ state }) => state === 'failed') ? 'error_video_process' : 'success_video_process';
}

/** Returns all recordings of a protocol in the form of the API; undefined if there are not several. */
export async function recordingsOf(
  db: Db,
  protocol: WithRecording,
  describeVideo: DescribeVideo,
): Promise<Recording[] | undefined> {
  const parts = await readParts(db, protocol.id);
  if (parts.length === 0) return undefined;
  const inForce = await db
    .select({ partId: transcripts.partId, version: transcripts.version })
    .from(transcripts)
    .where(and(eq(transcripts.protocolId, protocol.id), eq(transcripts.isDraft, false)));
  const versionOf = new Map(inForce.map(({ partId, version }) => [partId, version]));
  return inOrder(protocol, parts).map(({ isFirst, video, ...recording }) => {
    const { id, title, pause, beside_id, offset, speaker, stage, processing } = recording;
    const transcriptVersion = versionOf.get(isFirst ? null : id);
    const described = describeVideo(protocol.id, video, { transcriptVersion, isPart: !isFirst });
    const beside = beside_id !== null && { beside_id, offset };
    const rest = { ...beside, ...(speaker && { speaker }), stage, processing, video: described };
    return { id, is_first: isFirst, title, pause, ...rest };
  });
}

/** Returns the columns of a protocol that `recordingsOf` needs. */
export async function findRecorded(db: Db, protocolId: string): Promise<WithRecording | undefined> {
  const { id, stage, video, processing } = protocols;
  return (await db.select({ id, stage, video, processing }).from(protocols).where(eq(protocols.id, protocolId)))[0];
}
