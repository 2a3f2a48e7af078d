import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/database.ts';
import { meetingFiles } from '#server/db/schema/meetings.ts';
import { summaries } from '#server/db/schema/video.ts';
import { later } from './demo-calendar.ts';
import type { DemoFile } from './demo-files.ts';
import type { DemoProtocol } from './demo-rows.ts';

export async function insertFiles(db: Db, files: readonly DemoFile[]): Promise<void> {
  const rows = files.map(({ key, ...file }) => ({ ...file, storageKey: key }));
  if (rows.length > 0) await db.insert(meetingFiles).values(rows);
}

/** What the recorded meetings came to, found as soon as they were processed. */
export async function insertSummaries(db: Db, rows: readonly DemoProtocol[]): Promise<void> {
  const values = rows.flatMap(({ id, summary, meeting }) => {
    if (!summary) return [];
    const at = new Date(later(meeting.endAt, 30));
    return [{ id: uuidv7(), protocolId: id, source: 'extract' as const, ...summary, createdAt: at, updatedAt: at }];
  });
  if (values.length > 0) await db.insert(summaries).values(values);
}
