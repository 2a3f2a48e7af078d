import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { TaskGroup } from '#contract/tasks/task.ts';
import { type Db, formsQuery, isWordless } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { users } from '#server/schema/people.ts';
import { tasks } from '#server/schema/work.ts';
import { bodyOfTask, type TaskFilters, taskCondition } from './task-filter-repository.ts';

/** Maximum number of groups of each kind; people with fewer tasks are found through the list. */
const maxGroups = 100;

/** Returns how many of these owners' tasks each assignee and each body has, largest first. */
export async function groupTasks(
  db: Db,
  owners: readonly string[],
  { search, ...filter }: TaskFilters & { search?: string | undefined },
): Promise<{ people: TaskGroup[]; bodies: TaskGroup[] }> {
  if (owners.length === 0 || isWordless(search)) return { people: [], bodies: [] };
  const words = formsQuery(search);
  const searched = words && sql`${tasks.search} @@ ${words}`;
  const where = and(inArray(tasks.ownerId, [...owners]), taskCondition(filter), searched);
  const total = sql<number>`count(*)::int`.as('total');
  const byPerson = db.select({ id: tasks.assigneeId, total }).from(tasks).where(where).groupBy(tasks.assigneeId);
  const ofPeople = byPerson.orderBy(desc(total)).limit(maxGroups).as('of_people');
  const people = await db
    .select({ id: ofPeople.id, name: users.name, total: ofPeople.total })
    .from(ofPeople)
    .leftJoin(users, eq(users.id, ofPeople.id))
    .orderBy(desc(ofPeople.total), users.searchKey);
  const named = db
    .select({ body: sql<string | null>`(${bodyOfTask})`.as('body') })
    .from(tasks)
    .where(where)
    .as('named');
  const ofBodies = db
    .select({ id: named.body, total })
    .from(named)
    .groupBy(named.body)
    .orderBy(desc(total))
    .limit(maxGroups)
    .as('of_bodies');
  const found = await db
    .select({ id: ofBodies.id, name: bodies.name, total: ofBodies.total })
    .from(ofBodies)
    .leftJoin(bodies, eq(bodies.id, ofBodies.id))
    .orderBy(desc(ofBodies.total), bodies.name);
  return { people, bodies: found };
}
