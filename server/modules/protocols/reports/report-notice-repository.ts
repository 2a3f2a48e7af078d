import { eq } from 'drizzle-orm';
import type { NoticeDraft } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';
import { assignmentsOf } from '../shared/assigned-task-rows.ts';
import { factsOf } from '../shared/task-changes.ts';

/** Returns the notices of a report: to the secretary that it came, to its author how it was answered. */
export async function reportDrafts(
  db: Db,
  id: string,
  kind: 'report_came' | 'report_answered',
  actorId: string,
): Promise<NoticeDraft[]> {
  const [row] = await db
    .select({
      ...{
        authorId: taskReports.authorId,
        byName: users.name,
        ownerId: tasks.ownerId,
        taskId: taskReports.firstTaskId,
      },
      ...{ state: taskReports.state, answer: taskReports.answer, protocolId: tasks.protocolId },
      ...{ title: tasks.title, dueAt: tasks.dueAt, number: protocols.number, name: protocols.title },
    })
    .from(taskReports)
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .innerJoin(users, eq(users.id, taskReports.authorId))
    .where(eq(taskReports.id, id));
  const userId = kind === 'report_came' ? row?.ownerId : row?.authorId;
  if (!row || !userId || userId === actorId) return [];
  const { taskId, protocolId, title, dueAt: due_at, number: protocol_number, name: protocol_title } = row;
  // The author sees the signed texts while the next edition is a draft; the secretary sees the current ones.
  const given = kind === 'report_answered' ? (await assignmentsOf(db, [taskId])).get(taskId) : undefined;
  const ofKind = kind === 'report_came' ? { by_name: row.byName } : { state: row.state, answer: row.answer };
  const facts = { ...(given ? factsOf(given) : { title, due_at, protocol_number, protocol_title }), ...ofKind };
  return [{ userId, kind, key: kind === 'report_came' ? id : `${id}:${row.state}`, taskId, protocolId, facts }];
}
