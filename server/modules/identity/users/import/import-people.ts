import { setImmediate as nextTurn } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { ImportResult, ImportRow } from '#contract/people-import.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import type { PasswordLinks } from '../../accounts/password-links.ts';
import type { Actor } from '../policy.ts';
import { findPerson, insertPeople } from '../repository.ts';
import { type PlannedPerson, type PlannedRow, planImport } from './plan-import.ts';
import { findByEmails, findUninvited } from './repository.ts';

export type ImportDeps = { database: Database; clock: () => Date; jobs: Jobs; passwordLinks: PasswordLinks };

/** People that one transaction adds, and one job invites: nobody else waits long for either. */
const peoplePerTransaction = 100;
const peoplePerJob = 50;
const queue = 'invite-people';

type InviteJob = { ids: string[]; by: string };

/** What would become of each row of a table. */
export async function previewImport(db: Db, rows: readonly ImportRow[]): Promise<PlannedRow[]> {
  return planImport(rows, new Map((await findByEmails(db, emailsOf(rows))).map((person) => [person.email, person])));
}

/**
 * Adds the people of a table who are not there yet: managers first, whom secretaries of the same table may have. What was
 * added stays when it is broken off; the same table imported again goes on, since whoever is there is left alone.
 * @param invite whether each new person is mailed a link that sets the password; the mails follow as durable jobs
 */
export async function importPeople(
  deps: ImportDeps,
  actor: Actor,
  rows: readonly ImportRow[],
  invite: boolean,
): Promise<ImportResult> {
  const { db } = deps.database;
  const planned = await previewImport(db, rows);
  const people = planned.flatMap(({ person }) => person ?? []);
  const managers = people.filter(({ role }) => role === 'manager');
  const others = people.filter(({ role }) => role !== 'manager');
  let added = 0;
  for (const group of [managers, others]) {
    const known = await findByEmails(db, [...new Set(group.flatMap(({ manager }) => manager ?? []))]);
    const managerIds = new Map(known.map(({ email, id }) => [email, id]));
    for (let from = 0; from < group.length; from += peoplePerTransaction) {
      added += await addPart(deps, actor, group.slice(from, from + peoplePerTransaction), managerIds, invite);
      await nextTurn();
    }
  }
  const existing = planned.filter(({ action }) => action === 'exists').length;
  return { added, existing: existing + people.length - added, refused: refusedOf(planned) };
}

/** @returns how many were added: somebody may have added one of them in between */
async function addPart(
  { database, clock, jobs }: ImportDeps,
  actor: Actor,
  people: readonly PlannedPerson[],
  managerIds: ReadonlyMap<string, string>,
  invite: boolean,
): Promise<number> {
  const now = clock();
  const rows = people.map(({ manager, ...person }) => ({
    id: uuidv7(),
    ...person,
    managerId: (manager && managerIds.get(manager)) ?? null,
    createdById: actor.id,
    createdAt: now,
    updatedAt: now,
  }));
  return database.db.transaction(async (tx) => {
    const ids = await insertPeople(tx, rows);
    for (let from = 0; invite && from < ids.length; from += peoplePerJob) {
      const job: InviteJob = { ids: ids.slice(from, from + peoplePerJob), by: actor.id };
      await jobs.send(queue, uuidv7(), job, tx);
    }
    return ids.length;
  });
}

/** Sets the handler of the invitations. Before `jobs.start`. A job that runs twice mails nobody twice. */
export function handleInvitations({ database, jobs, passwordLinks }: ImportDeps): void {
  jobs.handle<InviteJob>(queue, async ({ data: { ids, by } }) => {
    await database.db.transaction(async (tx) => {
      const inviter = await findPerson(tx, { id: by, role: 'admin' }, by);
      for (const person of await findUninvited(tx, ids)) {
        await passwordLinks.invite(tx, person, inviter?.name ? { name: inviter.name } : undefined);
      }
    });
  });
}

function refusedOf(planned: readonly PlannedRow[]) {
  return planned.flatMap(({ line, action, words }) => (action === 'refuse' ? [{ line, action, words }] : []));
}

function emailsOf(rows: readonly ImportRow[]): string[] {
  const emails = rows.flatMap(({ email, manager }) => [email.trim().toLowerCase(), manager.trim().toLowerCase()]);
  return [...new Set(emails)].filter((email) => email !== '');
}
