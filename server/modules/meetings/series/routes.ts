import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { day } from '#contract/common.ts';
import { planFields } from '#contract/meetings/series/change-plan.ts';
import { expandNewSeries } from '#contract/meetings/series/expand-series.ts';
import { endedBefore, type RepeatRule, ruleText } from '#contract/meetings/series/repeat-rule.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import { assertOwnBody } from '#server/modules/bodies/index.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import type { AttemptGuard } from '#server/platform/limits/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { deleteMeeting } from '../shared/repository.ts';
import { askedPlan, assertUsable, type ChangeDeps, changeSeries } from './change-series.ts';
import { makeMeetings } from './make-meetings-repository.ts';
import * as repository from './repository.ts';

type InvitedSeries = { meetings: readonly repository.SeriesMeeting[]; rule: RepeatRule };

type SeriesDeps = RouteDeps & {
  clock: () => Date;
  holdMails: ChangeDeps['holdMails'];
  /** Stops the unsent mails of meetings. */
  withdrawMails: (db: Db, meetingIds: readonly string[]) => Promise<void>;
  /** Tells invited people that meetings are cancelled. */
  sendCancellations: (db: Db, meetingIds: readonly string[]) => Promise<void>;
  /** Tells everybody what they do not know yet of these meetings. */
  sendRound: (db: Db, series: InvitedSeries, id: string) => Promise<{ meetings: number; people: number }>;
  rounds: AttemptGuard;
  /** Runs a change that may name guests, and counts refused addresses. */
  countingRefusals: <T>(db: Db, ownerId: string, change: { guests?: unknown }, write: () => Promise<T>) => Promise<T>;
};

/** Registers the calls for recurring meetings, which are created, changed and deleted together. */
export function registerSeries(app: FastifyInstance, deps: SeriesDeps): void {
  const route = routesOf(app, deps);

  /** Deletes meetings together, since one mail may tell of several of them. */
  async function removeMeetings(db: Db, meetings: readonly repository.SeriesMeeting[], tells: boolean) {
    if (meetings.length === 0) return;
    const ids = meetings.map(({ id }) => id);
    // Sent before the deletion, after which nothing of the meetings is left to tell.
    if (tells) await deps.sendCancellations(db, ids);
    await deps.withdrawMails(db, ids);
    for (const meeting of meetings) await deleteMeeting(db, meeting, deps.clock());
  }

  route(calls.createSeries, async ({ body, db, user, reply }) => {
    const now = deps.clock();
    const plan = askedPlan(body.plan);
    assertRecent(plan.first, now);
    const { days, lookedTo } = assertUsable(expandNewSeries(plan, now.toISOString().slice(0, 10)));
    const { title, description = null, place = null, link = null, body_id: bodyId = null } = body;
    const { participant_ids: participantIds = [], guests = [] } = body;
    if (bodyId) await assertOwnBody(db, { ownerId: user.id, id: bodyId });
    const { time_zone: zone, ...fields } = planFields(plan);
    const series = await repository.insertSeries(db, {
      ...{ id: newId(body.id), ownerId: user.id, bodyId, ...fields, zone, madeTo: lookedTo },
      ...{ title, description, place, link, participantIds, guests, createdAt: now, updatedAt: now },
    });
    const made = await makeMeetings(db, series, { prefix: series.id, planned: days, now });
    reply.code(201);
    return { id: series.id, made };
  });

  route(calls.updateSeries, async ({ body, db, params, user }) => {
    newId(body.id);
    const named = await repository.lockSeries(db, { ownerId: user.id, id: params.id });
    const { series, from } = await repository.seriesHolding(db, named, body.from);
    assertWithin(series, from);
    if (body.body_id && body.body_id !== series.bodyId) await assertOwnBody(db, { ownerId: user.id, id: body.body_id });
    const change = { ...body, from };
    const changing: ChangeDeps = {
      ...{ now: deps.clock(), holdMails: deps.holdMails },
      removeMeetings: (within, meetings) => removeMeetings(within, meetings, true),
    };
    return deps.countingRefusals(db, user.id, body, () => changeSeries(db, series, change, changing));
  });

  /** Deletes future meetings from a day on; meetings that have begun or have a protocol stay. */
  async function removeFrom(db: Db, owned: repository.SeriesRow, asked: string, tells: boolean) {
    if (!day.safeParse(asked).success) throw notFound('Такой встречи в серии нет');
    const now = deps.clock();
    const { series, from } = await repository.seriesHolding(db, owned, asked);
    const rows = await repository.meetingsFrom(db, series.id, from);
    const open = rows.filter((row) => row.startAt > now && !row.hasProtocol);
    await removeMeetings(db, open, tells);
    const kept = rows.filter((row) => !open.includes(row));
    // Meetings that stay still belong to the series, which ends with the last of them.
    const last = kept.at(-1)?.occurrence;
    const rule = endedBefore(repository.planOfRow(series).rule, last ? daysAfter(last, 1) : from);
    const madeTo = rule.until ?? from;
    // Days beyond the new end are not excluded, so that they return if the series is prolonged.
    const within = open.map(({ occurrence }) => occurrence).filter((day) => day <= madeTo);
    const ended = { rule: ruleText(rule), madeTo, excluded: [...series.excluded, ...within] };
    const elsewhere = await repository.countElsewhere(db, series, { from, now });
    await repository.endSeries(db, series, ended, now);
    return { id: series.id, removed: open.length, kept: kept.length, elsewhere };
  }

  route(calls.inviteToSeries, async ({ body, db, params, user, request }) => {
    const round = newId(body.id);
    const named = await repository.lockSeries(db, { ownerId: user.id, id: params.id });
    const { series, from } = await repository.seriesHolding(db, named, body.from);
    const meetings = await repository.meetingsFrom(db, series.id, from);
    await deps.rounds.addOrRefuse({ db, account: user.id, ip: request.ip });
    const { rule } = repository.planOfRow(series);
    return { id: series.id, ...(await deps.sendRound(db, { meetings, rule }, round)) };
  });

  route(calls.deleteSeries, async ({ db, params, user }) =>
    removeFrom(db, await repository.lockSeries(db, { ownerId: user.id, id: params.id }), params.from, false),
  );

  route(calls.cancelSeries, async ({ db, params, user }) =>
    removeFrom(db, await repository.lockSeries(db, { ownerId: user.id, id: params.id }), params.from, true),
  );
}

/** Refuses a series that would have begun more than a year ago. */
function assertRecent(first: string, now: Date): void {
  const earliest = daysAfter(now.toISOString().slice(0, 10), -366);
  if (first < earliest) throw invalidField('plan.first', 'Серия не может начинаться больше чем год назад');
}

/** Throws a 422 for a day long before the series or long after its last meeting. */
function assertWithin({ first, madeTo }: repository.SeriesRow, from: string): void {
  if (from < daysAfter(first, -366) || from > daysAfter(madeTo, 366)) {
    throw invalidField('from', 'Такой встречи в серии нет');
  }
}
