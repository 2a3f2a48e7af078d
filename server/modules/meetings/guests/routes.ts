import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { longestDeputy, longestNote, meetingAnswers } from '#contract/meetings/invitation.ts';
import { type OfficeZone, officeName } from '#server/modules/identity/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { type PublicAddress, withRequestId } from '#server/platform/http/index.ts';
import type { AttemptCounters } from '#server/platform/limits/index.ts';
import { calendarFileName } from '#server/platform/mail/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';
import { type Storage, sendSavedFile } from '#server/platform/storage/index.ts';
import {
  answerOthers,
  changesFor,
  factsForGuests,
  findByToken,
  type GivenAnswer,
  type InvitationRow,
  isListed,
  isSameDigest,
  keepAnswer,
  listedPeople,
  looksLikeToken,
  type MeetingFacts,
  type OtherInvitation,
  otherInvitations,
  type SecretTokens,
} from '../invitations/index.ts';
import { answerFor, timesOf } from '../shared/invitation-answer.ts';
import { createLinkGuard } from '../shared/link-guard.ts';
import { findFile } from '../shared/repository.ts';
import { calendarText } from './calendar-text.ts';
import { guestPage, type RefusedAnswer } from './guest-page.ts';
import { othersDigest } from './other-meetings.ts';
import { goneFilePage, pageHeaders, refusalPage, uselessLinkPage } from './page-shell.ts';

export type GuestDeps = {
  attempts: AttemptCounters;
  database: Database;
  storage: Storage;
  officeZone: OfficeZone;
  tokens: SecretTokens;
  address: PublicAddress;
  clock: () => Date;
};

/** Time after a meeting during which its page stays available, for people who look up an address or a file. */
const openAfterEndMs = 14 * 24 * 60 * 60 * 1000;
const formBytes = 64 * 1024;

type Opened = { invitation: InvitationRow; facts: MeetingFacts; others: OtherInvitation[] };

/**
 * Registers the pages for people without an account, at `/s/{token}`; they work without JavaScript. Opening one changes
 * nothing, since mail scanners open every link; answers are sent by a form.
 */
export function registerGuestPages(app: FastifyInstance, deps: GuestDeps): void {
  const { database, storage, officeZone, tokens, clock } = deps;
  const guard = createLinkGuard(database.db, deps.attempts);

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders));
    scope.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));

    const open = (request: FastifyRequest) =>
      guard.open(request.ip, () => openInvitation(database.db, tokenIn(request), clock()));

    const show = async (opened: Opened, reply: FastifyReply, refused?: RefusedAnswer) => {
      const zone = await officeZone(database.db);
      const { tokenOf } = tokens;
      const organization = await officeName(database.db);
      const { invitation, facts } = opened;
      const changes = await changesFor(database.db, invitation, facts, zone);
      const page = guestPage({
        ...opened,
        changes,
        tokenOf,
        zone,
        organization,
        now: clock(),
        ...(refused && { refused }),
      });
      return reply.type('text/html; charset=utf-8').send(page);
    };

    scope.get('/s/:token', hidden, async (request, reply) => {
      const opened = await open(request);
      const { file } = request.query as { file?: unknown };
      if (file === undefined) return show(opened, reply);
      if (file === calendarFileName) {
        const link = (id: string) => `${deps.address.url()}/s/${tokens.tokenOf(id)}`;
        return reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', `attachment; filename="${calendarFileName}"`)
          .send(await calendarText(database.db, opened, { stamp: clock(), link }));
      }
      const found = await fileOf(opened, file);
      if (found && (await storage.size(found.key)) !== undefined) return sendSavedFile(storage, found, reply);
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(goneFilePage(tokenIn(request)));
    });

    scope.post('/s/:token', hidden, async (request, reply) => {
      const opened = await open(request);
      const { facts, invitation, others } = opened;
      if (clock() >= facts.meeting.startAt) return show(opened, reply.code(409));
      const times = timesOf(facts.meeting);
      const read = readAnswer(request.body, { times, others });
      if ('refused' in read) {
        const { isMoved, isOutdated } = read.refused;
        return show(opened, reply.code(isMoved || isOutdated ? 409 : 422), read.refused);
      }
      const now = clock();
      await database.db.transaction(async (tx) => {
        await keepAnswer(tx, invitation.id, read.given, { now, times });
        if (read.isSame) await answerOthers(tx, others, read.given, now);
      });
      // A redirect, so that going back or reloading does not send the form again.
      return reply.redirect(tokenIn(request), 303);
    });

    // Other paths below /s are a 404; the app has no address there either.
    scope.get('/s/*', hidden, (request) => guard.open(request.ip, () => Promise.reject(notFound())));

    const fileOf = (opened: Opened, id: unknown) =>
      typeof id === 'string' ? findFile(database.db, { meetingId: opened.facts.meeting.id, fileId: id }) : undefined;
  });
}

const hidden = { schema: { hide: true } as object };

const tokenIn = ({ params }: FastifyRequest) => (params as { token: string }).token;

/**
 * Returns the invitation of a link. Throws a 404 for a token that was never issued; a 410 for one that has expired,
 * whose person is no longer on the list (even if no round has told them yet), or whose account is blocked.
 */
async function openInvitation(db: Db, token: string, now: Date): Promise<Opened> {
  const digest = tokenDigest(token);
  const found = looksLikeToken(token) ? await findByToken(db, digest) : undefined;
  if (!found || !isSameDigest(found.invitation.tokenHash, digest)) throw notFound();
  const { invitation, isBlocked } = found;
  if (invitation.revokedAt || isBlocked || !isListed(invitation, await listedPeople(db, invitation.meetingId)))
    throw expired();
  const facts = await factsForGuests(db, invitation.meetingId, now);
  if (facts.meeting.endAt.getTime() + openAfterEndMs <= now.getTime()) throw expired();
  const others = await otherInvitations(db, invitation, facts.meeting.seriesId, now);
  return { invitation: answerFor(invitation, timesOf(facts.meeting)), facts, others };
}

const expired = () => new Problem('link_expired', 'Ссылка устарела', undefined, { status: 410 });

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof Problem ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'guest page');
  if (error instanceof Problem && error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  const isUseless = status === 404 || status === 410;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(isUseless ? uselessLinkPage() : refusalPage(refusalWords(error, status, request.id)));
}

function refusalWords(error: unknown, status: number, requestId: string): string {
  if (status === 429 && error instanceof Error) return error.message;
  return status >= 500
    ? withRequestId('Ошибка на сервере. Ничего не потеряно, попробуйте открыть ссылку ещё раз', requestId)
    : 'Запрос составлен неверно. Откройте ссылку из письма ещё раз';
}

type Field = 'answer' | 'deputy' | 'note' | 'times' | 'same' | 'others';

/**
 * Reads the form of the guest's page; errors are returned together with everything that was typed. An answer to another
 * time than `times` is refused too: the meeting was moved while the page was open. So is the same answer to other
 * meetings of the series than were shown.
 */
function readAnswer(
  fields: unknown,
  { times, others }: { times: string; others: readonly OtherInvitation[] },
): { given: GivenAnswer; isSame: boolean } | { refused: RefusedAnswer } {
  const form = (typeof fields === 'object' && fields !== null ? fields : {}) as Partial<Record<Field, unknown>>;
  const text = (name: Field) => {
    const value = form[name];
    // A form is sent with line breaks of two characters; the page counts one.
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim() : '';
  };
  const answer = meetingAnswers.find((each) => each === form.answer);
  const [deputy, note, shown] = [text('deputy'), text('note'), text('times')];
  const errors: RefusedAnswer['errors'] = {
    ...(shown === '' && { times: 'Проверьте время встречи и ответьте ещё раз' }),
    ...(!answer && { answer: 'Выберите ответ' }),
    ...(answer === 'deputy' && deputy === '' && { deputy: 'Назовите заместителя' }),
    ...(deputy.length > longestDeputy && { deputy: `Не больше ${longestDeputy} символов` }),
    ...(note.length > longestNote && { note: `Не больше ${longestNote.toLocaleString('ru')} символов` }),
  };
  const isMoved = shown !== '' && shown !== times;
  const isSame = text('same') !== '';
  const isOutdated = isSame && text('others') !== othersDigest(others);
  if (!answer || isMoved || isOutdated || Object.keys(errors).length > 0)
    return { refused: { typed: { answer, deputy, note, isSame }, errors, isMoved, isOutdated } };
  return { given: { answer, deputy: answer === 'deputy' ? deputy : null, note: note || null }, isSame };
}
