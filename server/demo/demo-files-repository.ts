import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/platform/db/index.ts';
import { keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import { meetingFiles } from '#server/schema/meetings.ts';
import { summaries } from '#server/schema/video.ts';
import { attachments } from '#server/schema/work.ts';
import { later } from './demo-calendar.ts';
import type { DemoAttachment, DemoFile } from './demo-files.ts';
import { type PersonKey, people } from './demo-people.ts';
import type { DemoRecording } from './demo-recording.ts';
import type { Ids } from './demo-repository.ts';
import type { DemoProtocol } from './demo-rows.ts';

export async function insertFiles(db: Db, files: readonly DemoFile[]): Promise<void> {
  const rows = files.map(({ key, ...file }) => ({ ...file, storageKey: key }));
  if (rows.length > 0) await db.insert(meetingFiles).values(rows);
}

export async function insertAttachments(db: Db, attached: readonly DemoAttachment[]): Promise<void> {
  const rows = attached.map(({ key, ...file }, index) => ({ ...file, position: index + 1, storageKey: key }));
  if (rows.length > 0) await db.insert(attachments).values(rows);
}

/** Inserts the summaries of the recorded meetings, dated to the end of their processing. */
export async function insertSummaries(db: Db, rows: readonly DemoProtocol[]): Promise<void> {
  const values = rows.flatMap(({ id, summary, meeting }) => {
    if (!summary) return [];
    const at = new Date(later(meeting.endAt, 30));
    return [{ id: uuidv7(), protocolId: id, source: 'extract' as const, ...summary, createdAt: at, updatedAt: at }];
  });
  if (values.length > 0) await db.insert(summaries).values(values);
}

/**
 * Inserts the transcripts of the recorded meetings, line by line, as the processing reads them from a subtitle track.
 */
export async function insertTranscripts(
  db: Db,
  rows: readonly DemoProtocol[],
  recording: DemoRecording,
  ids: Ids,
): Promise<void> {
  const names = [...new Set(recording.lines.map(({ speaker }) => speaker))];
  const speakers = names.map((name) => ({ name, user_id: ids[personNamed(name)] }));
  for (const { id: protocolId, summary, meeting } of rows) {
    if (!summary) continue;
    const at = new Date(later(meeting.endAt, 25));
    await keepTranscript(db, { protocolId }, { source: 'track', lines: recording.lines, speakers }, at);
  }
}

/** Returns the person called «Иванов С. П.». */
function personNamed(short: string): PersonKey {
  const [surname = ''] = short.split(' ');
  const found = Object.entries(people).find(([, { name }]) => name.startsWith(`${surname} `));
  if (!found) throw new Error(`Nobody of the demo is called ${short}`);
  return found[0] as PersonKey;
}
