import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { firstTask, isGivenOut, isNotCarriedOn } from './assignment-conditions.ts';
import type { ProtocolRow } from './protocol-access-repository.ts';
import { isGiven } from './stage-policy.ts';

/** A task as its assignee sees it. */
export type AssignedTask = {
  /** Id of the first of the tasks that carry it from protocol to protocol. */
  first_id: string;
  user_id: string;
  status: string;
  title: string;
  due_at: string | null;
  protocol_id: string;
  protocol_number: string | null;
  protocol_title: string;
};

/**
 * Selects the assigned tasks among those that `where` picks from `tasks` and `protocols`: each once, in the last
 * protocol that carries it. While a signed protocol is reopened, the task has the signed texts, since the next edition
 * is a draft.
 */
export function assignedTasks(db: Db, where: SQL): SQL {
  return sql`select ${firstTask} as first_id, ${tasks.assigneeId} as user_id, ${tasks.status} as status,
      coalesce(signed.title, ${tasks.title}) as title,
      case when signed.is_there then signed.due_at else ${tasks.dueAt} end as due_at,
      ${protocols.id} as protocol_id, ${protocols.bodyId} as body_id,
      coalesce(signed.number, ${protocols.number}) as protocol_number,
      coalesce(signed.protocol_title, ${protocols.title}) as protocol_title
    from ${tasks} join ${protocols} on ${protocols.id} = ${tasks.protocolId}
    left join lateral (
      select edition.number, edition.snapshot #>> '{protocol,title}' as protocol_title,
        task.value is not null as is_there, task.value ->> 'title' as title, task.value ->> 'due_at' as due_at
      from (select ${finalVersions.number}, ${finalVersions.snapshot} from ${finalVersions}
        where ${finalVersions.protocolId} = ${protocols.id} order by ${finalVersions.edition} desc limit 1) edition
      left join lateral jsonb_array_elements(edition.snapshot #> '{protocol,tasks}') task on task.value ->> 'id' = ${tasks.id}
      where ${protocols.stage} <> 'final') signed on true
    where ${tasks.assigneeId} is not null and ${isGivenOut(tasks, protocols)} and ${isNotCarriedOn(db)} and ${where}`;
}

/**
 * Returns whether tasks of a protocol may be assigned to people: it is finished, or was signed before it was reopened.
 */
export async function mayBeGiven(db: Db, { id, stage }: Pick<ProtocolRow, 'id' | 'stage'>): Promise<boolean> {
  return isGiven(stage) || (await db.$count(finalVersions, eq(finalVersions.protocolId, id))) > 0;
}

/** Returns the ids of the first tasks of all tasks of a protocol. */
export async function firstTasksOf(db: Db, protocolId: string): Promise<string[]> {
  const { rows } = (await db.execute(
    sql`select distinct ${firstTask} as id from ${tasks} where ${tasks.protocolId} = ${protocolId}`,
  )) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}

/** Returns the id of the first of the tasks that carry it; undefined if there is no such task. */
export async function originIdOf(db: Db, taskId: string): Promise<string | undefined> {
  const { rows } = (await db.execute(
    sql`select ${firstTask} as id from ${tasks} where ${tasks.id} = ${taskId}`,
  )) as unknown as { rows: { id: string }[] };
  return rows[0]?.id;
}

/** Returns the assigned ones of these tasks, keyed like `firstIds` by the first task of each. */
export async function assignmentsOf(db: Db, firstIds: readonly string[]): Promise<Map<string, AssignedTask>> {
  if (firstIds.length === 0) return new Map();
  const list = sql.join(
    firstIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const where = sql`(${tasks.id} in (${list}) or ${tasks.originTaskId} in (${list}))`;
  const { rows } = (await db.execute(assignedTasks(db, where))) as unknown as { rows: AssignedTask[] };
  return new Map(rows.map((row) => [row.first_id, row]));
}
