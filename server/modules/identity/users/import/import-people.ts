import { setImmediate as nextTurn } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import type { ImportResult, ImportRow } from '#contract/identity/people-import.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { type Jobs, untilAborted } from '#server/platform/jobs/index.ts';
import type { PasswordLinks } from '../../accounts/password-links.ts';
import type { Actor } from '../policy.ts';
import { findPerson, insertPeople } from '../repository.ts';
import { type PlannedPerson, type PlannedRow, planImport } from './plan-import.ts';
import { findByEmails, findUninvited, listUninvited } from './repository.ts';

type ImportDeps = { database: Database; clock: () => Date; jobs: Jobs; passwordLinks: PasswordLinks };

/** Number of people that one transaction adds, and that one transaction invites, so that others wait only briefly. */
const addedAtOnce = 50;
const invitedAtOnce = 10;
const queue = 'invite-people';

type InviteJob = { ids: string[]; by: string };

/** Returns what an import would do with each row of a table. */
export async function previewImport(db: Db, rows: readonly ImportRow[]): Promise<PlannedRow[]> {
  return planImport(rows, new Map((await findByEmails(db, emailsOf(rows))).map((person) => [person.email, person])));
}

type ImportPeople = (actor: Actor, rows: readonly ImportRow[], invite: boolean) => Promise<ImportResult>;

/**
 * Creates the import of people and registers the jobs that mail its invitations; call it before `jobs.start`. The mails
 * wait until no import runs in this process, since the two would slow each other down. A job that runs twice mails
 * nobody twice.
 */
export function createImport(deps: ImportDeps): ImportPeople {
  let running: Promise<void> = Promise.resolve();
  deps.jobs.handle<InviteJob>(queue, async ({ data, signal }) => {
    await untilAborted(running, signal);
    await inviteAll(deps, data, signal);
  });
  return (actor, rows, invite) => {
    const imported = addAll(deps, actor, rows, invite);
    running = Promise.allSettled([running, imported]).then(() => undefined);
    return imported;
  };
}

/** Queues invitations for everybody who was never invited; returns their number. */
export async function inviteRest({ jobs }: Pick<ImportDeps, 'jobs'>, db: Db, actor: Actor): Promise<number> {
  const ids = await listUninvited(db);
  const orders = inBatches(ids, addedAtOnce).map((part) => {
    return { key: uuidv7(), data: { ids: part, by: actor.id } satisfies InviteJob };
  });
  await jobs.sendAll(queue, orders, db);
  return ids.length;
}

/**
 * Adds the people of a table who do not exist yet, managers first, since secretaries of the same table may refer to
 * them. People added before an interruption stay; importing the same table again skips them and continues.
 * @param invite whether each new person is mailed a link to set a password; durable jobs send the mails
 */
async function addAll(
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
    for (const part of inBatches(group, addedAtOnce)) {
      added += await addPart(deps, actor, part, managerIds, invite);
      await nextTurn();
    }
  }
  const existing = planned.filter(({ action }) => action === 'exists').length;
  return { added, existing: existing + people.length - added, refused: refusedOf(planned) };
}

/** @returns the number of people added; it is smaller if somebody else added one of them meanwhile */
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
    if (invite && ids.length > 0) await jobs.send(queue, uuidv7(), { ids, by: actor.id } satisfies InviteJob, tx);
    return ids.length;
  });
}

/** Mails a link to those of these people who were never sent one. */
async function inviteAll(
  { database, passwordLinks }: ImportDeps,
  { ids, by }: InviteJob,
  signal: AbortSignal,
): Promise<void> {
  const inviter = await findPerson(database.db, { id: by, role: 'admin' }, by);
  for (const part of inBatches(ids, invitedAtOnce)) {
    signal.throwIfAborted();
    await database.db.transaction(async (tx) => {
      for (const person of await findUninvited(tx, part)) {
        await passwordLinks.invite(tx, person, inviter?.name ? { name: inviter.name } : undefined);
      }
    });
  }
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

function refusedOf(planned: readonly PlannedRow[]) {
  return planned.flatMap(({ line, action, words }) => (action === 'refuse' ? [{ line, action, words }] : []));
}

function emailsOf(rows: readonly ImportRow[]): string[] {
  const emails = rows.flatMap(({ email, manager }) => [emailKey(email), emailKey(manager)]);
  return [...new Set(emails)].filter((email) => email !== '');
}
