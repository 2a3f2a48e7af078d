import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { isOwnFile, type OfficeZone, ownersReadBy } from '#server/modules/identity/index.ts';
import type { Notices } from '#server/modules/notices/index.ts';
import { askedDays, dayRangeOf } from '#server/platform/days/index.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import { type AttachedFile, checkAttachedFiles } from '#server/platform/files/index.ts';
import {
  type PublicAddress,
  type RouteDeps,
  routesOf,
  type UploadedFile,
  type Write,
} from '#server/platform/http/index.ts';
import type { AttemptCounters } from '#server/platform/limits/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import {
  type KeepStored,
  type SignedLinks,
  type Storage,
  sendSignedFile,
  withStoredFiles,
} from '#server/platform/storage/index.ts';
import { registerGuestPages } from './guests/routes.ts';
import { listMeetingsOfPeriod } from './held-meetings-repository.ts';
import {
  answerAsUser,
  createSecretTokens,
  type GuestMails,
  limitRounds,
  lockWaitingMails,
  noteRefusals,
  registerInvitations,
  sendCancellations,
  sendSeriesRound,
  withdrawMails,
} from './invitations/index.ts';
import { findOwnMeeting, listOwnMeetings } from './own-repository.ts';
import { registerSeries } from './series/routes.ts';
import { lockSeriesOf, noteDeletion, noteOwnFields } from './shared/exceptions-repository.ts';
import { filePath, meetingView } from './shared/meeting-view.ts';
import * as repository from './shared/repository.ts';
import { assertNotOfSeries, countInParts } from './shared/series-repository.ts';
import { registerSubscriptions } from './subscription/routes.ts';

export type MeetingDeps = RouteDeps & {
  attempts: AttemptCounters;
  guestMails: GuestMails;
  clock: () => Date;
  officeZone: OfficeZone;
  storage: Storage;
  fileLinks: SignedLinks;
  mailer: Mailer;
  notices: Pick<Notices, 'tell'>;
  address: PublicAddress;
  secret: ServerSecret;
};

/** New files of a meeting, already in the storage. */
type Attached = { id: string; attachments: AttachedFile[]; keep: KeepStored };

/**
 * Registers the calls for the secretary's own meetings with their files and invitations, where those of others are a
 * 404, and for the meetings in which the caller takes part.
 */
export function registerMeetings(app: FastifyInstance, deps: MeetingDeps): void {
  const { clock, officeZone, storage, fileLinks } = deps;
  noteRefusals(deps);
  const route = routesOf(app, deps);
  const views = async (db: Db, rows: readonly repository.ShownMeeting[]) => {
    const elsewhere = await countInParts(db, [...new Set(rows.flatMap(({ series }) => series?.id ?? []))], clock());
    return rows.map((row) => {
      const series = row.series && { ...row.series, elsewhere: elsewhere.get(row.series.id) ?? 0 };
      return meetingView({ ...row, series }, fileLinks);
    });
  };
  const read = async (db: Db, id: string) => {
    const [view] = await views(db, [await repository.showMeeting(db, id)]);
    if (!view) throw notFound('Встреча не найдена');
    return view;
  };

  route(calls.listMeetings, async ({ db, query, user }) => {
    const range = dayRangeOf(query, { now: clock(), zone: await officeZone(db) });
    const listed: Meeting[] = [];
    for await (const rows of repository.listMeetings(db, user.id, range)) listed.push(...(await views(db, rows)));
    return listed;
  });

  route(calls.listOwnMeetings, async ({ db, query, user }) => {
    const range = dayRangeOf(query, { now: clock(), zone: await officeZone(db) });
    return listOwnMeetings(db, user.id, range, fileLinks);
  });

  route(calls.answerMeeting, async ({ body, db, params, user }) => {
    const own = { userId: user.id, meetingId: params.id };
    await answerAsUser(db, own, body, clock());
    const answered = await findOwnMeeting(db, own, fileLinks);
    if (!answered) throw notFound('Вас больше нет среди участников встречи');
    return answered;
  });

  route(calls.listHeldMeetings, async ({ db, query, user }) => {
    const owners = await ownersReadBy(db, user, query.secretary_id);
    const { range, zone } = askedDays(query, { now: clock(), zone: await officeZone(db) });
    const hasRange = query.start_date_at !== undefined || query.end_date_at !== undefined;
    const { limit, page, weekday, only } = { ...defaultPaging, ...query };
    const asked = { limit, page, weekday, only, zone, range: hasRange ? range : undefined, now: clock() };
    const { rows, meta } = await listMeetingsOfPeriod(db, owners, asked);
    const views = rows.map(({ startAt, endAt, ...row }) => {
      return { ...row, start_at: startAt.toISOString(), end_at: endAt.toISOString() };
    });
    return { rows: views, meta };
  });

  async function withAttachments<T>(
    id: string,
    files: readonly UploadedFile[],
    write: (attached: Attached) => Promise<T>,
  ) {
    const attachments = await checkAttachedFiles(`meetings/${id}`, files);
    const store = { db: deps.database.db, storage, clock };
    return withStoredFiles(store, attachments, (keep) => write({ id, attachments, keep }));
  }

  const countingRefusals = <T>(db: Db, ownerId: string, { guests }: { guests?: unknown }, write: () => Promise<T>) =>
    guests ? deps.guestMails.countingRefusals(db, ownerId, write) : write();

  async function attach(db: Db, { id, attachments, keep }: Attached) {
    await repository.addFiles(db, id, attachments, clock());
    await keep(db);
    return read(db, id);
  }

  route(
    calls.createMeeting,
    ({ body, files }, write: Write<Attached>) => withAttachments(newId(body.id), files, write),
    async ({ body, db, prepared, user, reply }) => {
      const own = { ownerId: user.id, id: prepared.id };
      await assertNotOfSeries(db, own);
      await countingRefusals(db, user.id, body, () => repository.createMeeting(db, own, body, clock()));
      reply.code(201);
      return attach(db, prepared);
    },
  );

  route(
    calls.updateMeeting,
    {
      mayBring: ({ db, params, user }) => repository.getMeeting(db, { ownerId: user.id, id: params.id }),
      around: async ({ db, files, params, user }, write: Write<Attached>) => {
        const { id } = await repository.getMeeting(db, { ownerId: user.id, id: params.id });
        return withAttachments(id, files, write);
      },
    },
    async ({ body, db, params, prepared, user }) => {
      const row = await repository.lockMeeting(db, { ownerId: user.id, id: params.id });
      await countingRefusals(db, user.id, body, () => repository.updateMeeting(db, row, body, clock()));
      await noteOwnFields(db, row, body);
      return attach(db, prepared);
    },
  );

  route(calls.deleteMeeting, async ({ db, params, user }) => {
    await lockSeriesOf(db, params.id);
    const meeting = await repository.lockMeeting(db, { ownerId: user.id, id: params.id });
    await withdrawMails(deps, db, [meeting.id]);
    await repository.deleteMeeting(db, meeting, clock());
    await noteDeletion(db, meeting);
  });

  route(calls.getMeetingFile, async ({ db, params, query, user, reply }) => {
    const file = await repository.findFile(db, { meetingId: params.id, fileId: params.fileId });
    const path = filePath(params.id, params.fileId);
    const isReader = isOwnFile(user, file);
    return sendSignedFile({ storage, fileLinks, file, path, query, isSignedIn: user !== null, isReader, reply });
  });

  const tokens = createSecretTokens(deps.secret, 'meeting-invitation');
  const inviting = { ...deps, tokens, rounds: limitRounds(deps.attempts) };
  registerInvitations(app, inviting);
  registerSeries(app, {
    ...inviting,
    countingRefusals,
    holdMails: lockWaitingMails,
    withdrawMails: (db, ids) => withdrawMails(deps, db, ids),
    sendCancellations: (db, ids) => sendCancellations(inviting, db, ids),
    sendRound: (db, series, id) => sendSeriesRound(inviting, db, series, id),
  });
  registerSubscriptions(app, { ...deps, tokens: createSecretTokens(deps.secret, 'calendar-subscription') });
  registerGuestPages(app, { ...deps, tokens, database: deps.database });
}
