import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { maxBodies } from '#contract/bodies/body.ts';
import { calls } from '#contract/calls.ts';
import type { OwnedWork } from '#contract/identity/handover.ts';
import type { Role } from '#contract/roles.ts';
import { userNotFound } from '#server/modules/identity/index.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { NoticeDraft, Notices } from '#server/modules/notices/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { countBodies, countWork, isThere, lockPeople, moveWork } from './repository.ts';

export type HandoverDeps = RouteDeps & {
  clock: () => Date;
  analysis: Pick<Analysis, 'transcriptsCame'>;
  events: Pick<EventHub, 'publish'>;
  notices: Pick<Notices, 'tell'>;
};

/**
 * Registers the calls that count and move the work of a secretary: an administrator sees the counts, never the
 * contents.
 */
export function registerHandover(
  app: FastifyInstance,
  { analysis, clock, events, notices, ...deps }: HandoverDeps,
): void {
  const route = routesOf(app, deps);

  route(calls.countWork, async ({ db, params }) => {
    if (!(await isThere(db, params.id))) throw userNotFound();
    return countWork(db, params.id);
  });

  route(calls.handOver, async ({ afterCommit, body, db, params, request, user }) => {
    const { from, to } = await lockPeople(db, { from: params.id, to: body.to });
    if (!from) throw userNotFound();
    if (!to || !mayReceive(from, to))
      throw invalidField('to', 'Дела передают другому секретарю, у которого есть доступ');
    const moved = await moveWork(db, { from: from.id, to: to.id }, clock());
    // The list of bodies is sent as a whole, so it must not exceed the maximum.
    if ((await countBodies(db, to.id)) > maxBodies)
      throw invalidField('to', `Комиссий и отделов стало бы больше ${maxBodies}: передайте дела кому-то ещё`);
    // The receiver's keywords are also searched for in the transcripts received.
    await analysis.transcriptsCame(db, to.id);
    if (isAny(moved)) await notices.tell(db, [receivedNotice(to.id, from.name, moved)]);
    afterCommit(() => {
      const readers = [from.id, to.id, from.managerId, to.managerId].filter((id) => id !== null);
      for (const id of new Set(readers)) events.publish(id, { type: 'resync' });
      request.log.warn({ by: user.id, from: from.id, to: to.id, moved }, 'work was handed over');
    });
    return moved;
  });
}

type Person = { id: string; role: Role; isBlocked: boolean };

/** Returns whether a person can take over the work of another: only a secretary who is not blocked. */
function mayReceive(from: Pick<Person, 'id'>, to: Person): boolean {
  return to.id !== from.id && to.role === 'secretary' && !to.isBlocked;
}

const isAny = (work: OwnedWork): boolean => Object.values(work).some((count) => count !== 0);

function receivedNotice(userId: string, by_name: string, work: OwnedWork): NoticeDraft {
  const { protocols, open_tasks, meetings } = work;
  return { userId, kind: 'work_received', key: uuidv7(), facts: { by_name, protocols, open_tasks, meetings } };
}
