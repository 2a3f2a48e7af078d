import { and, asc, eq } from 'drizzle-orm';
import type { Recording, Video } from '#contract/protocol.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { partStages, recordingParts } from '#server/schema/recording-parts.ts';
import { transcripts } from '#server/schema/video.ts';
import type { ProtocolRow } from './own-protocol-repository.ts';

/** The recording as it is served: with signed addresses. */
export type DescribeVideo = (
  protocolId: string,
  video: StoredVideo,
  more?: { transcriptVersion?: number | undefined; isPart?: boolean },
) => Video;

export type PartRow = typeof recordingParts.$inferSelect;
type WithRecording = Pick<ProtocolRow, 'id' | 'stage' | 'video' | 'processing'>;

/** The recordings beside the first, in the order of the meeting. */
export function partsOf(db: Db, protocolId: string): Promise<PartRow[]> {
  return db
    .select()
    .from(recordingParts)
    .where(eq(recordingParts.protocolId, protocolId))
    .orderBy(asc(recordingParts.position), asc(recordingParts.id));
}

/** A recording with its place in the order, and what is kept of it. */
export type OrderedRecording = Pick<PartRow, 'id' | 'title' | 'pause' | 'stage' | 'video' | 'processing'> & {
  isFirst: boolean;
};

/** All recordings of a protocol in the order of the meeting; the first in time of coming may stand anywhere in it. */
export function inOrder(first: WithRecording, parts: readonly PartRow[]): OrderedRecording[] {
  const { video, processing } = first;
  const others = parts.map((part): OrderedRecording => ({ ...part, isFirst: false }));
  if (!video) return others;
  const own: OrderedRecording = {
    ...{ id: video.upload_id, title: video.title ?? null, pause: video.pause ?? 0, isFirst: true },
    ...{ stage: ownStage(first), video, processing },
  };
  const before = parts.filter(({ position }) => position < 0).length;
  return others.toSpliced(before, 0, own);
}

/** The stage of the first recording alone, also of a protocol that has gone on. */
function ownStage({ stage, processing }: WithRecording): OrderedRecording['stage'] {
  const own = partStages.find((each) => each === stage);
  if (own) return own;
  return processing.some(({ state }) => state === 'failed') ? 'error_video_process' : 'success_video_process';
}

/** All recordings of a protocol as they are served; undefined where there is no more than one. */
export async function recordingsOf(
  db: Db,
  protocol: WithRecording,
  describeVideo: DescribeVideo,
): Promise<Recording[] | undefined> {
  const parts = await partsOf(db, protocol.id);
  if (parts.length === 0) return undefined;
  const inForce = await db
    .select({ partId: transcripts.partId, version: transcripts.version })
    .from(transcripts)
    .where(and(eq(transcripts.protocolId, protocol.id), eq(transcripts.isDraft, false)));
  const versionOf = new Map(inForce.map(({ partId, version }) => [partId, version]));
  return inOrder(protocol, parts).map(({ id, title, pause, stage, processing, video, isFirst }) => {
    const transcriptVersion = versionOf.get(isFirst ? null : id);
    const described = describeVideo(protocol.id, video, { transcriptVersion, isPart: !isFirst });
    return { id, is_first: isFirst, title, pause, stage, processing, video: described };
  });
}

/** What `recordingsOf` is read for, of one protocol. */
export async function findRecorded(db: Db, protocolId: string): Promise<WithRecording | undefined> {
  const { id, stage, video, processing } = protocols;
  return (await db.select({ id, stage, video, processing }).from(protocols).where(eq(protocols.id, protocolId)))[0];
}
