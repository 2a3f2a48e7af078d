import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/roles.ts';
import { hashPassword, type OfficeZone } from '#server/modules/identity/index.ts';
import { analyseKeywords } from '#server/modules/insights/index.ts';
import { listReminders } from '#server/modules/reminders/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { insertBodies } from './demo-bodies-repository.ts';
import { today } from './demo-calendar.ts';
import { storeAttachments, storeFiles, withPapers } from './demo-files.ts';
import * as demoRows from './demo-files-repository.ts';
import { type PersonKey, people } from './demo-people.ts';
import { keywords, plannedMeetings, plannedProtocols } from './demo-plan.ts';
import { readDemoRecording, storeRecording } from './demo-recording.ts';
import * as repository from './demo-repository.ts';
import { type DemoProtocol, isProcessed, meetingOf, protocolsOf } from './demo-rows.ts';

type DemoDeps = { database: Database; storage: Storage; clock: () => Date; officeZone: OfficeZone; password: string };

/** The accounts that the start shows, as far as they are there; all were given the demo's password. */
export async function findDemoAccounts(db: Db): Promise<{ email: string; role: Role }[]> {
  const shown = [people.admin, people.manager, people.petrova, people.external];
  const found = await repository.findPasswordHashes(
    db,
    shown.map(({ email }) => email),
  );
  return shown.filter(({ email }) => found.some((account) => account.email === email));
}

/**
 * Fills an empty database with the demo: people, meetings around today, protocols in every stage. One that holds
 * anybody is left alone, so that it runs at every start and never touches real data.
 * @returns whether it filled the database
 */
export async function seedDemo({ database, storage, clock, officeZone, password }: DemoDeps): Promise<boolean> {
  if (!(await repository.isEmpty(database.db))) return false;
  const day = today(clock());
  const ids = Object.fromEntries(Object.keys(people).map((key) => [key, uuidv7()])) as Record<PersonKey, string>;
  const recording = await readDemoRecording();
  const rows = protocolsOf(plannedProtocols(day), ids, recording, day);
  const meetings = [...rows.map((row) => row.meeting), ...plannedMeetings(day).map(meetingOf)];
  // One hash for all of them, since argon2 is slow on purpose.
  const [passwordHash, stored, files, attached] = await Promise.all([
    hashPassword(password),
    storeRecordings(rows),
    storeFiles(storage, withPapers(meetings, clock())),
    storeAttachments(storage, rows),
  ]);
  const filled = await database.db.transaction(async (db) => {
    if (!(await repository.lockEmptyDatabase(db))) return false;
    await repository.insertPeople(db, ids, passwordHash);
    const bodyOf = await insertBodies(db, ids);
    await repository.insertMeetings(db, meetings, ids, bodyOf);
    await demoRows.insertFiles(db, files);
    await repository.insertProtocols(db, rows, { ids, stored, bodyOf });
    await demoRows.insertAttachments(db, attached);
    await demoRows.insertSummaries(db, rows);
    await demoRows.insertTranscripts(db, rows, recording, ids);
    for (const [owner, names] of Object.entries(keywords)) {
      await repository.insertKeywords(db, ids[owner as PersonKey], names);
    }
    await listReminders(db, clock(), await officeZone(db));
    return true;
  });
  const work = { database, model: undefined, onError: () => undefined };
  for (const { id, summary } of rows) {
    if (filled && summary) await analyseKeywords(work, id, new AbortController().signal);
  }
  // Another server has filled the database: these files are not used.
  const needless = [
    ...[...stored.values()].map(({ upload }) => `videos/${upload.id}`),
    ...files.map(({ meetingId }) => `meetings/${meetingId}`),
    ...attached.map(({ protocolId }) => `attachments/${protocolId}`),
  ];
  if (!filled) await Promise.all(needless.map((folder) => storage.removeAll(folder)));
  return filled;

  async function storeRecordings(all: DemoProtocol[]): Promise<repository.StoredRecordings> {
    const recorded = all.filter((row) => row.recording !== undefined);
    const files = recorded.map(async (row) => {
      const isBroken = row.recording === 'broken';
      const place = { uploadId: uuidv7(), isBroken, isProcessed: isProcessed(row.stage) };
      return [row.id, await storeRecording(storage, recording, place)] as const;
    });
    return new Map(await Promise.all(files));
  }
}
