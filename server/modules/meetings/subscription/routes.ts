import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import type { CalendarSubscription } from '#contract/meetings/invitation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type PublicAddress, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';
import { addEvent, emptyCalendar, isSameDigest, looksLikeToken, type SecretTokens } from '../invitations/index.ts';
import { answerFor, timesOf } from '../shared/invitation-answer.ts';
import { createLinkGuard } from '../shared/link-guard.ts';
import * as repository from './repository.ts';
import { readMeetings } from './repository.ts';

export type SubscriptionDeps = RouteDeps & {
  attempts: AttemptCounters;
  tokens: SecretTokens;
  address: PublicAddress;
  clock: () => Date;
};

const dayMs = 24 * 60 * 60 * 1000;
/** Period covered by the calendar, before and after the present. */
const shownMs = { past: 90 * dayMs, coming: 400 * dayMs };

/** Increased when the calendar's format changes, so that programs fetch unchanged meetings again. */
const format = 2;
/** Limits of calendars sent; requests answered with «not modified» do not count. */
const fetches = { pair: Infinity, account: 120, address: Infinity, windowMs: 60 * 60 * 1000 };

/** Registers a person's meetings as a calendar subscription, at a secret address that can be replaced and revoked. */
export function registerSubscriptions(app: FastifyInstance, deps: SubscriptionDeps): void {
  const { database, tokens, address, clock } = deps;
  const route = routesOf(app, deps);
  const guard = createLinkGuard(database.db, deps.attempts);
  const fetching = createAttemptGuard('calendars', 'Календарь запрашивали слишком часто', fetches, deps.attempts);

  const view = (row: repository.Subscription | undefined): CalendarSubscription =>
    row
      ? { url: `${address.url()}/s/calendar/${tokens.tokenOf(row.id)}.ics`, created_at: row.createdAt.toISOString() }
      : { url: null, created_at: null };

  route(calls.getCalendarSubscription, async ({ db, user }) => view(await repository.findSubscription(db, user.id)));

  route(calls.createCalendarSubscription, async ({ db, user, reply }) => {
    const id = uuidv7();
    const row = { userId: user.id, id, tokenHash: tokenDigest(tokens.tokenOf(id)), createdAt: clock() };
    await repository.setSubscription(db, row);
    reply.code(201);
    return view(row);
  });

  route(calls.deleteCalendarSubscription, ({ db, user }) => repository.deleteSubscription(db, user.id));

  app.get('/s/calendar/:file', { schema: { hide: true } as object }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const userId = await guard.open(request.ip, () => subscriberOf(database.db, file));
    const { db } = database;
    const now = clock().getTime();
    const span = { from: new Date(now - shownMs.past), to: new Date(now + shownMs.coming) };
    const found = await repository.meetingVersionsOf(db, userId, span);
    const etag = `"${createHash('sha256')
      .update(JSON.stringify([format, found]))
      .digest('base64url')}"`;
    reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    await fetching.addOrRefuse({ db, account: userId, ip: '' });
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="protokol.ics"')
      .send(Readable.from(calendarText(db, found)));
  });
}

async function subscriberOf(db: Db, file: string): Promise<string> {
  const [, token = ''] = /^(.+)\.ics$/.exec(file) ?? [];
  const digest = tokenDigest(token);
  const found = looksLikeToken(token) ? await repository.findSubscriber(db, digest) : undefined;
  if (!found || !isSameDigest(found.tokenHash, digest)) {
    throw new Problem('not_found', 'Такого календаря нет: адрес отозван или скопирован не целиком');
  }
  return found.userId;
}

/** Number of meetings read and written at once: with their descriptions they may take megabytes. */
const meetingsAtOnce = 300;
const calendarEnd = 'END:VCALENDAR';

/** Yields the calendar of these meetings in parts, giving other work a turn in between. */
async function* calendarText(db: Db, found: readonly repository.MeetingVersion[]): AsyncGenerator<string> {
  const empty = emptyCalendar('Протокол').toString();
  yield empty.slice(0, empty.lastIndexOf(calendarEnd));
  for (let first = 0; first < found.length; first += meetingsAtOnce) {
    const some = new Map(found.slice(first, first + meetingsAtOnce).map((row) => [row.id, row]));
    yield eventsOf(await readMeetings(db, [...some.keys()]), some);
    await setImmediate();
  }
  yield empty.slice(empty.lastIndexOf(calendarEnd));
}

function eventsOf(
  meetings: Awaited<ReturnType<typeof readMeetings>>,
  versions: ReadonlyMap<string, repository.MeetingVersion>,
): string {
  if (meetings.length === 0) return '';
  const calendar = emptyCalendar('Протокол');
  for (const meeting of meetings) {
    const facts = { meeting, agenda: [], description: meeting.description ?? '' };
    const event = addEvent(calendar, facts, { sequence: meeting.version, stamp: meeting.updatedAt, kind: 'cal-' });
    const version = versions.get(meeting.id);
    event.status(version?.isCertain ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE);
    if (!version || answerFor(version, timesOf(meeting)).answer !== 'no') continue;
    const { answeredAt } = version;
    event.summary(`Не приду: ${event.summary()}`).transparency(ICalEventTransparency.TRANSPARENT);
    if (answeredAt && answeredAt > meeting.updatedAt) event.stamp(answeredAt);
  }
  const text = calendar.toString();
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(calendarEnd));
}
