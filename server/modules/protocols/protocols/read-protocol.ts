import type { Protocol } from '#contract/protocols/protocol.ts';
import { findBodyInPrint } from '#server/modules/bodies/index.ts';
import type { Reader } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { findTranscript } from '#server/schema/derived/transcript-rows.ts';
import { attachmentsOf, type SignAttachment } from '../shared/attachment-rows.ts';
import { marksOf } from '../shared/mark-rows.ts';
import { membersOf } from '../shared/member-rows.ts';
import { peopleOf } from '../shared/named-people.ts';
import { getReadableProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';
import { type DescribeVideo, recordingsOf } from '../shared/recording-rows.ts';
import { withReportTotals } from '../shared/report-rows.ts';
import { tasksOf, withCarriedOn } from '../shared/task-rows.ts';
import { countEditions } from './final-repository.ts';

export type ReadProtocol = (db: Db, reader: Reader, id: string) => Promise<Protocol>;

/** Creates the function that reads a protocol with its agenda, tasks, members and attachments. */
export function createProtocolReader(describeVideo: DescribeVideo, fileLinks?: SignAttachment): ReadProtocol {
  return async (db, reader, id) => {
    const row = await getReadableProtocol(db, reader, id);
    const tasks = await withReportTotals(db, await withCarriedOn(db, id, await tasksOf(db, id)));
    const members = await membersOf(db, id);
    const marks = await marksOf(db, id);
    const attachments = await attachmentsOf(db, id, fileLinks);
    const transcript = row.video ? await findTranscript(db, { protocolId: id }) : undefined;
    const recordings = await recordingsOf(db, row, describeVideo);
    const body = await findBodyInPrint(db, row.bodyId);
    const editions_total = await countEditions(db, id);
    const described = protocolView(row, describeVideo, transcript?.version);
    const parts = { agenda: row.agenda, tasks, members, marks, attachments };
    const protocol = {
      ...{ ...described, ...parts, editions_total },
      ...{ ...(body && { body }), ...(recordings && { recordings }) },
    };
    // A person who reads another's protocol cannot request its people, and does not see their addresses.
    if (reader.id === row.ownerId) return protocol;
    const shown = withSecretary(protocol, row);
    return { ...shown, people: await peopleOf(db, shown, 'Без имени') };
  };
}

/** Returns the protocol as a document names its secretary: without one, it is the owner. */
export function withSecretary(protocol: Protocol, { ownerId }: { ownerId: string }): Protocol {
  return { ...protocol, secretary_id: protocol.secretary_id ?? ownerId };
}

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
