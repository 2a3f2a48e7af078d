import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Db } from '#server/db/database.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { dayRangeOf } from '#server/plugins/day-range.ts';
import type { SignedLinks } from '#server/plugins/storage/signed-links.ts';
import type { Storage } from '#server/plugins/storage/storage.ts';
import { newId } from '#server/plugins/taken.ts';
import { checkAttachments, keepAttachments } from './attachments.ts';
import { meetingView } from './meeting-view.ts';
import * as repository from './repository.ts';
import { sendMeetingFile } from './send-file.ts';

export type MeetingDeps = RouteDeps & { clock: () => Date; storage: Storage; fileLinks: SignedLinks };

/** The secretary's own meetings with their files. Another's is not there. */
export function registerMeetings(app: FastifyInstance, deps: MeetingDeps): void {
  const { clock, storage, fileLinks } = deps;
  const route = routesOf(app, deps);
  const read = async (db: Db, id: string) => meetingView(await repository.showMeeting(db, id), fileLinks);

  route(calls.listMeetings, async ({ db, query, user }) => {
    const rows = await repository.listMeetings(db, user.id, dayRangeOf(query, clock()));
    return rows.map((row) => meetingView(row, fileLinks));
  });

  route(calls.createMeeting, async ({ body, db, files, user, reply }) => {
    const id = newId(body.id);
    const attachments = await checkAttachments(id, files);
    await repository.createMeeting(db, user.id, id, body, clock());
    await repository.addFiles(db, id, attachments, clock());
    const meeting = await read(db, id);
    await keepAttachments(storage, attachments);
    reply.code(201);
    return meeting;
  });

  route(calls.updateMeeting, async ({ body, db, files, params, user }) => {
    const row = await repository.lockMeeting(db, user.id, params.id);
    const attachments = await checkAttachments(row.id, files);
    await repository.updateMeeting(db, row, body, clock());
    await repository.addFiles(db, row.id, attachments, clock());
    const meeting = await read(db, row.id);
    await keepAttachments(storage, attachments);
    return meeting;
  });

  route(calls.deleteMeeting, async ({ db, params, user }) => {
    await repository.deleteMeeting(db, await repository.lockMeeting(db, user.id, params.id), clock());
  });

  route(calls.getMeetingFile, async ({ db, params, query, user, reply }) => {
    const file = await repository.findFile(db, params.id, params.fileId);
    return sendMeetingFile({ storage, fileLinks, file, params, query, userId: user?.id, reply });
  });
}
