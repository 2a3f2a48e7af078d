import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { isOwnFile, type OfficeZone } from '#server/modules/identity/index.ts';
import { dropUnread, endOfTask, type Notices, noteSeen } from '#server/modules/notices/index.ts';
import { newId } from '#server/platform/db/index.ts';
import { type AttachedFile, checkAttachedFiles } from '#server/platform/files/index.ts';
import { type RouteDeps, routesOf, type Write } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import {
  type KeepStored,
  type SignedLinks,
  type Storage,
  sendSignedFile,
  withStoredFiles,
} from '#server/platform/storage/index.ts';
import { reportFilePath, reportView } from '../shared/report-rows.ts';
import {
  assertEverGiven,
  assertGivenTask,
  createReport,
  decideReport,
  findReportFile,
  findSameReport,
  reportDrafts,
  showReport,
  withdrawReport,
} from './repository.ts';
import { listWaiting, reportsOnTask } from './waiting-repository.ts';

export type ReportDeps = RouteDeps & {
  attempts: AttemptCounters;
  clock: () => Date;
  officeZone: OfficeZone;
  storage: Storage;
  fileLinks: SignedLinks;
  notices: Pick<Notices, 'tell' | 'announce'>;
};

/** Files of a new report, already in the storage, or the report made by an earlier attempt. */
type Prepared = { files: AttachedFile[]; keep: KeepStored } | { made: string };

/**
 * Limits the reports of one person on one task, since each notifies the secretary and stores files. The number of tasks
 * is not limited: a device that was offline sends its whole queue at once.
 */
const limits = { pair: Infinity, account: 10, address: Infinity, windowMs: 60 * 60 * 1000 };

/** Registers the calls for reports: those of the assignee, and those of the secretary who owns the task. */
export function registerReports(app: FastifyInstance, deps: ReportDeps): void {
  const { clock, fileLinks, notices, officeZone, storage } = deps;
  const route = routesOf(app, deps);
  const reporting = createAttemptGuard('reports', 'Слишком много отчётов по этому поручению', limits, deps.attempts);

  route(
    calls.createReport,
    {
      mayBring: ({ db, params, user }) => assertEverGiven(db, { userId: user.id, taskId: params.taskId }),
      around: async ({ body, db, files, params, user }, write: Write<Prepared>) => {
        const asked = { id: body.id, taskId: params.taskId, userId: user.id, text: body.text };
        const made = await findSameReport(db, asked);
        if (made) return write({ made: made.id });
        await assertGivenTask(db, { userId: user.id, taskId: params.taskId });
        const attempt = { db, account: `${user.id} ${params.taskId}`, ip: '' };
        await reporting.assertAllowed(attempt);
        const attached = await checkAttachedFiles(`reports/${params.taskId}`, files);
        const store = { db: deps.database.db, storage, clock };
        try {
          const answer = await withStoredFiles(store, attached, (keep) => write({ files: attached, keep }));
          reporting.addWithoutCheck(attempt, 1);
          return answer;
        } catch (error) {
          // Server errors are not counted, since the device repeats the report until it is stored.
          if (error instanceof Problem && error.status < 500) reporting.addWithoutCheck(attempt, 1);
          throw error;
        }
      },
    },
    async ({ body, db, params, prepared, reply, user }) => {
      if ('made' in prepared) return reportView(await showReport(db, prepared.made), fileLinks);
      const asked = { id: newId(body.id), taskId: params.taskId, userId: user.id, text: body.text };
      await createReport(db, asked, prepared.files, clock());
      await prepared.keep(db);
      await notices.tell(db, await reportDrafts(db, asked.id, 'report_came', user.id));
      reply.code(201);
      return reportView(await showReport(db, asked.id), fileLinks);
    },
  );

  route(calls.withdrawReport, async ({ db, params, user }) => {
    const ownerId = await withdrawReport(db, { userId: user.id, reportId: params.reportId }, clock());
    await dropUnread(db, { userId: ownerId, kind: 'report_came', key: params.reportId });
    await notices.announce(db, [ownerId]);
  });

  route(calls.listWaitingReports, async ({ db, query, user }) => {
    const { protocol_id: protocolId, ...rest } = query;
    const { rows, meta } = await listWaiting(db, user.id, { ...defaultPaging, ...rest, protocolId });
    return {
      rows: rows.map(({ report, task }) => ({ ...reportView(report, fileLinks), task })),
      meta,
    };
  });

  route(calls.listTaskReports, async ({ db, params, user }) => {
    const reports = await reportsOnTask(db, { ownerId: user.id, taskId: params.taskId });
    return reports.map((report) => reportView(report, fileLinks));
  });

  route(calls.decideReport, async ({ body, db, params, user }) => {
    const office = { now: clock(), zone: await officeZone(db) };
    const isDone = await decideReport(db, { ownerId: user.id, reportId: params.reportId }, body, office);
    const drafts = await reportDrafts(db, params.reportId, 'report_answered', user.id);
    // Of a task that is done its author is asked for nothing any more.
    if (isDone) for (const each of drafts) await endOfTask(db, each, clock());
    await notices.tell(db, drafts);
    await noteSeen(db, { userId: user.id, kind: 'report_came', key: params.reportId }, clock());
    await notices.announce(db, [user.id]);
    return reportView(await showReport(db, params.reportId), fileLinks);
  });

  route(calls.getReportFile, async ({ db, params, query, user, reply }) => {
    const file = await findReportFile(db, { reportId: params.reportId, fileId: params.fileId });
    const path = reportFilePath(params.reportId, params.fileId);
    // Both the author and the owner of the task may read the file.
    const isOwner = isOwnFile(user, file);
    const isReader = isOwner || (user !== null && file?.authorId === user.id);
    return sendSignedFile({ storage, fileLinks, file, path, query, isSignedIn: user !== null, isReader, reply });
  });
}
