import type { Protocol } from '#contract/protocol.ts';
import type { ProtocolRow } from '../shared/own-protocol-repository.ts';
import type { DescribeVideo } from '../shared/recording-rows.ts';

/** Returns a protocol as shown in lists, without the fields of its own screen. */
export function protocolView(
  row: Omit<ProtocolRow, 'agenda' | 'search' | 'searchKey' | 'searchVersion' | 'decisionKey' | 'decisionSearch'>,
  describeVideo: DescribeVideo,
  transcriptVersion?: number,
): Protocol {
  return {
    id: row.id,
    stage: row.stage,
    number: row.number,
    title: row.title,
    kind: row.kind,
    held_at: row.heldAt,
    ended_at: row.endedAt,
    place: row.place,
    organization: row.organization,
    meeting_id: row.meetingId,
    body_id: row.bodyId,
    chairman_id: row.chairmanId,
    secretary_id: row.secretaryId,
    quorum: row.quorum,
    video: row.video && describeVideo(row.id, row.video, { transcriptVersion }),
    recording_shared: row.recordingShared,
    processing: row.processing,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
