import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { OfficeZone } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { newId, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { getOwnProtocol } from '../shared/own-protocol-repository.ts';
import { assertEditable } from '../shared/policy.ts';
import type { SignFile } from '../shared/report-rows.ts';
import { taskView } from '../shared/task-rows.ts';
import { listEarlierTasks } from './earlier-repository.ts';
import { listTasks } from './list-repository.ts';
import { listOwnTasks } from './own-repository.ts';
import { createTask, deleteTask, lockTask, updateTask } from './repository.ts';

export type TaskDeps = RouteDeps & { clock: () => Date; officeZone: OfficeZone; fileLinks: SignFile };

/** Registers the calls for tasks: of the secretary's own protocols, where another's is a 404, and those given to whoever calls. */
export function registerTasks(app: FastifyInstance, deps: TaskDeps): void {
  const officeTime = async (db: Db) => ({ now: deps.clock(), zone: await deps.officeZone(db) });
  const route = routesOf(app, deps);

  route(calls.listTasks, async ({ db, query, user }) => {
    const { assignee_id: assigneeId, ...rest } = query;
    const asked = { ...defaultPaging, ...rest, assigneeId, now: deps.clock() };
    const { rows, meta } = await listTasks(db, user.id, asked);
    return { rows: rows.map(listedView), meta };
  });

  route(calls.listOwnTasks, ({ db, query, user }) =>
    listOwnTasks(db, user.id, { ...defaultPaging, ...query, now: deps.clock() }, deps.fileLinks),
  );

  route(calls.listEarlierTasks, async ({ db, params, user }) => {
    return listEarlierTasks(db, await getOwnProtocol(db, user.id, params.id));
  });

  route(calls.createTask, async ({ body, db, params, user, reply }) => {
    const protocol = await getOwnProtocol(db, user.id, params.id, true);
    assertEditable(protocol.stage);
    const row = await createTask(db, protocol, newId(body.id), body, await officeTime(db));
    reply.code(201);
    return taskView(row);
  });

  route(calls.updateTask, async ({ body, db, params, user }) => {
    const locked = await lockTask(db, user.id, params.taskId);
    return taskView(await updateTask(db, locked, body, await officeTime(db)));
  });

  route(calls.deleteTask, async ({ db, params, user }) => {
    const { task, protocol } = await lockTask(db, user.id, params.taskId);
    assertEditable(protocol.stage);
    await deleteTask(db, task.id, deps.clock());
  });
}

function listedView(row: Awaited<ReturnType<typeof listTasks>>['rows'][number]) {
  const names = { protocol_title: row.protocolTitle, protocol_number: row.protocolNumber };
  return { ...taskView(row), ...names, assignee_name: row.assigneeName, ...(row.found && { found: row.found }) };
}
