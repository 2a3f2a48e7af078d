import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { taskFilterQuery } from '#contract/tasks/task.ts';
import { type OfficeZone, ownersReadBy } from '#server/modules/identity/index.ts';
import type { Notices } from '#server/modules/notices/index.ts';
import { dayRangeOf, type OfficeTime } from '#server/platform/days/index.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { mayBeGiven } from '../shared/assigned-task-rows.ts';
import { getOwnedProtocol, lockOwnedProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';
import type { SignFile } from '../shared/report-rows.ts';
import { assertEditable } from '../shared/stage-policy.ts';
import { withTaskNotices } from '../shared/task-notices.ts';
import { taskView } from '../shared/task-rows.ts';
import { listEarlierTasks } from './earlier-repository.ts';
import { groupTasks } from './group-repository.ts';
import { listTasks } from './list-repository.ts';
import { listOwnTasks } from './own-repository.ts';
import { createTask, deleteTask, lockTask, updateTask } from './repository.ts';
import type { TaskFilters } from './task-filter-repository.ts';

export type TaskDeps = RouteDeps & {
  clock: () => Date;
  officeZone: OfficeZone;
  fileLinks: SignFile;
  notices: Pick<Notices, 'tell'>;
};

/**
 * Registers the calls for tasks: secretaries edit their own, managers read those of their secretaries, any other is a
 * 404; and the tasks assigned to the caller.
 */
export function registerTasks(app: FastifyInstance, deps: TaskDeps): void {
  const officeTime = async (db: Db) => ({ now: deps.clock(), zone: await deps.officeZone(db) });
  const route = routesOf(app, deps);
  /** Runs a change of a protocol's task with its notices; tasks of a draft cause none. */
  const notifying = async <T>(
    db: Db,
    actorId: string,
    protocol: ProtocolRow,
    write: () => Promise<T>,
    originId?: string | null,
  ) => {
    if (!(await mayBeGiven(db, protocol))) return write();
    const touched = { protocolId: protocol.id, originId };
    return withTaskNotices({ db, actorId, notices: deps.notices, now: deps.clock() }, touched, write);
  };

  route(calls.listTasks, async ({ db, query, user }) => {
    const owners = await ownersReadBy(db, user, query.secretary_id);
    const { limit, page, search } = { ...defaultPaging, ...query };
    const filter = await filterOf(query, deps.clock(), () => officeTime(db));
    const asked = { limit, page, search, ...filter };
    const { rows, meta } = await listTasks(db, owners, asked);
    return { rows: rows.map(listedView), meta };
  });

  route(calls.listOwnTasks, ({ db, query: { task_id: taskId, ...query }, user }) =>
    listOwnTasks(db, user.id, { ...defaultPaging, ...query, taskId, now: deps.clock() }, deps.fileLinks),
  );

  route(calls.taskGroups, async ({ db, query, user }) => {
    const owners = await ownersReadBy(db, user, query.secretary_id);
    const filter = await filterOf(query, deps.clock(), () => officeTime(db));
    return groupTasks(db, owners, { search: query.search, ...filter });
  });

  route(calls.listEarlierTasks, async ({ db, params, user }) => {
    return listEarlierTasks(db, await getOwnedProtocol(db, { ownerId: user.id, id: params.id }));
  });

  route(calls.createTask, async ({ body, db, params, user, reply }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    const time = await officeTime(db);
    const create = () => createTask(db, protocol, newId(body.id), body, time);
    const row = await notifying(db, user.id, protocol, create, body.origin_task_id);
    reply.code(201);
    return taskView(row);
  });

  route(calls.updateTask, async ({ body, db, params, user }) => {
    const locked = await lockTask(db, user.id, params.taskId);
    const time = await officeTime(db);
    return taskView(await notifying(db, user.id, locked.protocol, () => updateTask(db, locked, body, time)));
  });

  route(calls.deleteTask, async ({ db, params, user }) => {
    const { task, protocol } = await lockTask(db, user.id, params.taskId);
    assertEditable(protocol.stage);
    await notifying(db, user.id, protocol, () => deleteTask(db, task.id, deps.clock()));
  });
}

function listedView(row: Awaited<ReturnType<typeof listTasks>>['rows'][number]) {
  const names = { protocol_title: row.protocolTitle, protocol_number: row.protocolNumber };
  const body = row.bodyId ? { body_id: row.bodyId, body_name: row.bodyName } : {};
  const owner = row.ownerName === null ? {} : { owner_name: row.ownerName };
  return {
    ...{ ...taskView(row), ...names, assignee_name: row.assigneeName, ...body, ...owner },
    ...(row.carriedOn && { carried_on: true }),
    ...(row.found && { found: row.found }),
  };
}

/**
 * Returns the filter of a list. Its days are counted as in the statistics; only they require the office's time zone.
 */
async function filterOf(
  query: z.output<typeof taskFilterQuery>,
  now: Date,
  officeTime: () => Promise<OfficeTime>,
): Promise<TaskFilters> {
  const { status, assignee_id: assigneeId, body_id: bodyId, start_date_at, end_date_at, date } = query;
  const narrowed = { status, assigneeId, bodyId, now };
  const hasRange = start_date_at !== undefined || end_date_at !== undefined;
  if (!hasRange && date === undefined) return narrowed;
  const office = await officeTime();
  const day = date && dayRangeOf({ start_date_at: date, end_date_at: date }, office);
  return { ...narrowed, due: hasRange ? dayRangeOf(query, office) : undefined, madeBefore: day ? day.to : undefined };
}
