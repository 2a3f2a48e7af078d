import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { TaskCreate } from '#contract/tasks/task.ts';
import { assertOwnBody, findNumbering } from '#server/modules/bodies/index.ts';
import { type OfficeZone, ownersReadBy } from '#server/modules/identity/index.ts';
import type { Notices } from '#server/modules/notices/index.ts';
import type { OfficeTime } from '#server/platform/days/index.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import { prefersMinimal, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import type { SignAttachment } from '../shared/attachment-rows.ts';
import { closeReportsOfCarriedTasks, lockCarriedTasks } from '../shared/close-reports.ts';
import { peopleBy } from '../shared/named-people.ts';
import { getOwnedProtocol, lockOwnedProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';
import { isProcessed, moveStage, type StageDeps } from '../shared/protocol-stage.ts';
import type { DescribeVideo } from '../shared/recording-rows.ts';
import { assertEditable, isGiven } from '../shared/stage-policy.ts';
import { withTaskNotices } from '../shared/task-notices.ts';
import { withWholeAgenda } from './agenda-changes.ts';
import { countEditions, finalSpanOf } from './final-repository.ts';
import { finalize, reopen } from './finalize.ts';
import { listProtocols } from './list-repository.ts';
import { findNextNumber, numberScopeOf, numberYearOf } from './number-repository.ts';
import { assertNeverFinal, assertStageByHand, illegalStage, partUnprocessed, uploadRunning } from './policy.ts';
import { createProtocolReader, protocolView } from './read-protocol.ts';
import { registerSearchRefresh } from './refresh-search.ts';
import {
  createProtocol,
  deleteProtocol,
  isUploadRunning,
  organizationOf,
  shareRecording,
  stageOfUnprocessedPart,
  updateProtocol,
} from './repository.ts';

export type ProtocolDeps = RouteDeps & {
  clock: () => Date;
  officeZone: OfficeZone;
  events: StageDeps['events'];
  describeVideo: DescribeVideo;
  fileLinks: SignAttachment;
  /** Queues the making of a version's files once it is signed off. */
  orderVersionFiles: (db: Db, protocolId: string) => Promise<void>;
  /** Adds a task sent together with an edit. */
  addTask: (db: Db, protocol: ProtocolRow, task: TaskCreate, time: OfficeTime) => Promise<void>;
  notices: Pick<Notices, 'tell'>;
};

/**
 * Registers the calls for protocols: secretaries edit their own, managers read those of their secretaries; any other is
 * a 404.
 */
export function registerProtocols(app: FastifyInstance, deps: ProtocolDeps): void {
  const { clock, describeVideo, officeZone } = deps;
  const officeTime = async (db: Db) => ({ now: clock(), zone: await officeZone(db) });
  const route = routesOf(app, deps);
  const read = createProtocolReader(describeVideo, deps.fileLinks);
  const later = (afterCommit: (tell: () => void) => void): StageDeps['events'] => ({
    publish: (userId, event) => afterCommit(() => deps.events.publish(userId, event)),
  });

  /** Runs a write that may assign or withdraw tasks, and notifies the people concerned. */
  const notifying = <T>(
    db: Db,
    actorId: string,
    protocolId: string,
    write: () => Promise<T>,
    originId?: string | null,
  ) => withTaskNotices({ db, actorId, notices: deps.notices, now: clock() }, { protocolId, originId }, write);

  async function assertVersion(db: Db, row: ProtocolRow, version: number | undefined): Promise<void> {
    if (version === undefined || version === row.version) return;
    const [owner] = await peopleBy(db, [row.ownerId]);
    // Only the owner edits a protocol.
    const by = { updated_by: row.ownerId, updated_by_name: owner?.name };
    const data = { ...(await read(db, { id: row.ownerId, role: 'secretary' }, row.id)), ...by };
    throw new Problem('version_conflict', 'Протокол изменили в другом месте', undefined, { data });
  }

  registerSearchRefresh(app, deps.database);

  route(calls.listProtocols, async ({ db, query, user }) => {
    const { person_id: personId, body_id: bodyId, chairman_id: chairmanId, secretary_id, from, to, ...rest } = query;
    const owners = await ownersReadBy(db, user, secretary_id);
    const held = (from ?? to) === undefined ? undefined : { from, to, zone: (await officeTime(db)).zone };
    const asked = { ...defaultPaging, ...rest, held, personId, bodyId, chairmanId };
    const final = await finalSpanOf(query, () => officeTime(db));
    const { rows, meta } = await listProtocols(db, owners, { ...asked, final });
    return { rows: rows.map((row) => listedView(row, describeVideo)), meta };
  });

  route(calls.nextNumber, async ({ db, query, user }) => {
    const organization = query.organization?.trim() || (await organizationOf(db, user.id));
    const year = numberYearOf(query.held_at, await officeTime(db));
    if (query.body_id) await assertOwnBody(db, { ownerId: user.id, id: query.body_id });
    const numbering = await findNumbering(db, query.body_id);
    const scope = numberScopeOf(user.id, organization, numbering && query.body_id);
    return { number: await findNextNumber(db, { scope, year, numbering }), year };
  });

  route(calls.getProtocol, ({ db, params, user }) => read(db, user, params.id));

  route(calls.createProtocol, async ({ body, db, user, reply }) => {
    const id = newId(body.id);
    await createProtocol(db, user, id, body, await officeTime(db));
    reply.code(201);
    return read(db, user, id);
  });

  route(calls.updateProtocol, async ({ afterCommit, body, db, params, reply, request, user }) => {
    const row = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    await assertVersion(db, row, body.version);
    assertEditable(row.stage);
    assertStageByHand(row.stage, body.stage);
    const time = await officeTime(db);
    const to = body.stage === row.stage ? undefined : body.stage;
    const write = async () => {
      if (to !== undefined) await lockCarriedTasks(db, row.id);
      await updateProtocol(db, row, withWholeAgenda(body, row.agenda), time);
      if (body.new_task)
        await deps.addTask(db, await getOwnedProtocol(db, { ownerId: user.id, id: row.id }), body.new_task, time);
      if (to === undefined) return;
      await assertRecordingsReady(db, row.id, clock());
      const move = await moveStage({ db, events: later(afterCommit) }, { protocolId: row.id, to });
      if (!move.moved) throw illegalStage(move.stage);
      await closeReportsOfCarriedTasks(db, row.id, time.now);
    };
    // Edits of text alone assign no tasks and are saved at every pause in typing, so they skip the notices.
    const gives = to !== undefined || (body.new_task !== undefined && isGiven(row.stage));
    await (gives ? notifying(db, user.id, row.id, write, body.new_task?.origin_task_id) : write());
    if (!prefersMinimal(request)) return read(db, user, row.id);
    reply.header('Preference-Applied', 'return=minimal');
    const { stage, version, updatedAt } = await getOwnedProtocol(db, { ownerId: user.id, id: row.id });
    return { id: row.id, stage, version, updated_at: updatedAt.toISOString() };
  });

  route(calls.shareRecording, async ({ body, db, params, user }) => {
    const row = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    await shareRecording(db, row.id, body.shared);
    return read(db, user, row.id);
  });

  route(calls.deleteProtocol, async ({ db, params, user }) => {
    const row = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(row.stage);
    assertNeverFinal(await countEditions(db, row.id));
    const write = () => deleteProtocol(db, row, clock());
    await (isGiven(row.stage) ? notifying(db, user.id, row.id, write) : write());
  });

  route(calls.finalProtocol, async ({ afterCommit, body, db, params, user }) => {
    const row = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    await assertVersion(db, row, body?.version);
    await assertRecordingsReady(db, row.id, clock());
    if (row.stage === 'finish' && isProcessed(row)) throw partUnprocessed('video_process');
    const { orderVersionFiles } = deps;
    const step = { db, events: later(afterCommit), read, user, orderVersionFiles };
    const reason = body?.reopen_reason;
    const time = await officeTime(db);
    await notifying(db, user.id, row.id, () =>
      reason === undefined
        ? finalize(step, row, time, body?.before_meeting === true)
        : reopen(step, row, reason, clock()),
    );
    return read(db, user, row.id);
  });
}

/** Throws a 409 while a recording of the protocol is being uploaded or processed. */
async function assertRecordingsReady(db: Db, protocolId: string, now: Date): Promise<void> {
  if (await isUploadRunning(db, protocolId, now)) throw uploadRunning();
  const unprocessed = await stageOfUnprocessedPart(db, protocolId);
  if (unprocessed) throw partUnprocessed(unprocessed);
}

type Listed = Awaited<ReturnType<typeof listProtocols>>['rows'][number];

function listedView(row: Listed, describeVideo: DescribeVideo) {
  const { tasksTotal, tasksDone, membersTotal, editionsTotal } = row;
  return {
    ...protocolView(row, describeVideo),
    tasks_total: tasksTotal,
    tasks_done: tasksDone,
    members_total: membersTotal,
    editions_total: editionsTotal,
    ...(row.ownerName !== null && { owner_name: row.ownerName }),
    ...(row.moment && { moment: row.moment }),
    ...(row.found && { found: row.found }),
  };
}
