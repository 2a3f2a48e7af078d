import type { Meeting } from '#contract/meetings/meeting.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import type { ShownMeeting } from './repository.ts';

export function filePath(meetingId: string, fileId: string): string {
  return `/api/meetings/${encodeURIComponent(meetingId)}/files/${encodeURIComponent(fileId)}`;
}

/** Returns a meeting in the form of the API, with signed addresses of its files. */
export function meetingView(row: ShownMeeting, links: Pick<SignedLinks, 'sign'>): Meeting {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    place: row.place,
    link: row.link,
    start_at: row.startAt.toISOString(),
    end_at: row.endAt.toISOString(),
    participant_ids: row.participantIds,
    files: row.files.map(({ id, name, size, key }) => ({ id, name, size, url: links.sign(filePath(row.id, id), key) })),
    protocol_id: row.protocolId,
    protocol_stage: row.protocolStage,
    body_id: row.bodyId,
    guests: row.guests,
    invitations: row.invitations && {
      invited: row.invitations.invited,
      coming: row.invitations.coming,
      refused: row.invitations.refused,
      sent_at: row.invitations.sentAt.toISOString(),
    },
    // Most meetings belong to no series.
    ...(row.series && { series: row.series, occurrence: row.occurrence, own_fields: row.ownFields }),
    version: row.version,
  };
}
