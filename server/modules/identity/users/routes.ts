import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf, type Write } from '#server/platform/http/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import { changeLimits } from '../accounts/password-limits.ts';
import { avatarPath, publicUserView, userView } from '../user-view.ts';
import { avatarLinkExpired, readAvatar, type StoredAvatar, sendAvatar, withAvatar } from './avatar.ts';
import { type ChangeDeps, changePerson, changeProfile } from './change-person.ts';
import { createPerson, type InvitationCounts, inviteAgain } from './create-person.ts';
import { createImport, inviteRest, previewImport } from './import/import-people.ts';
import { countUninvited } from './import/repository.ts';
import { findInvitations } from './invitation-repository.ts';
import { listPeople } from './list-repository.ts';
import { type Actor, seesAll, userNotFound } from './policy.ts';
import { findAvatarKey, findPerson, type Person } from './repository.ts';

export type UserDeps = RouteDeps &
  Omit<ChangeDeps, 'invitations'> & {
    attempts: AttemptCounters;
    jobs: Jobs;
    fileLinks: SignedLinks;
    isMailConnected: boolean;
  };

/** Limits the invitations to one person, even if their e-mail changes. */
const inviteLimits = { pair: 5, account: 5, address: 1_000, windowMs: 60 * 60 * 1000 };

/** Limits how many people a non-administrator adds, each of whom is mailed an invitation. */
const addLimits = { pair: Infinity, account: 100, address: Infinity, windowMs: 60 * 60 * 1000 };

/** Limits how many addresses a non-administrator can probe for an account. */
const takenLimits = { pair: Infinity, account: 30, address: Infinity, windowMs: 60 * 60 * 1000 };

/** Registers the calls for people, the person's own profile, and pictures. */
export function registerUsers(app: FastifyInstance, deps: UserDeps): void {
  const { fileLinks, storage } = deps;
  const route = routesOf(app, deps);
  const inviting = createAttemptGuard('invite', 'Слишком много приглашений', inviteLimits, deps.attempts);
  const adding = createAttemptGuard('add-people', 'Слишком много новых людей за час', addLimits, deps.attempts);
  const changing = createAttemptGuard('password', 'Слишком много попыток', changeLimits, deps.attempts);

  const trying = createAttemptGuard('taken-emails', 'Слишком много отказов за час', takenLimits, deps.attempts);

  /**
   * Runs a call that assigns an e-mail. Refusals because of the e-mail are counted, since they may reveal who has an
   * account.
   */
  async function givingEmail<T>(db: Db, { id, role }: Actor, give: () => Promise<T>): Promise<T> {
    if (role === 'admin') return give();
    const attempt = { db, account: id, ip: '' };
    // Checked here and not around the call: a waiting caller could hold the connection that running calls need.
    await trying.assertAllowed(attempt);
    return give().catch((error: unknown) => {
      if (error instanceof Problem && error.errors?.email) trying.addWithoutCheck(attempt, 1);
      throw error;
    });
  }

  const counting = (ip: string): { invitations: InvitationCounts } => ({
    invitations: {
      added: async (db, actor) => {
        if (actor.role !== 'admin') await adding.addOrRefuse({ db, account: actor.id, ip });
      },
      again: (db, personId) => inviting.addOrRefuse({ db, account: personId, ip }),
    },
  });

  /** Returns as much of each person as the actor may see. */
  async function views(db: Db, actor: Actor, people: readonly Person[]) {
    const whole = people.filter((person) => seesAll(actor, person));
    const invitations = await findInvitations(db, whole, deps);
    return people.map((person) => {
      if (!seesAll(actor, person)) return publicUserView(person, fileLinks.signForAll);
      const invitation = invitations.get(person.id);
      return {
        ...userView(person, fileLinks.signForAll),
        invitation: invitation?.state ?? null,
        invited_at: invitation?.sentAt?.toISOString() ?? null,
      };
    });
  }

  async function view(db: Db, actor: Actor, id: string) {
    const [shown] = await views(db, actor, [await read(db, actor, id)]);
    if (!shown) throw userNotFound();
    return shown;
  }

  async function read(db: Db, actor: Actor, id: string): Promise<Person> {
    const person = await findPerson(db, actor, id);
    if (!person) throw userNotFound();
    return person;
  }

  route(calls.listUsers, async ({ db, query, user }) => {
    const uninvited = query.uninvited === 1 && user.role === 'admin';
    const asked = { ...defaultPaging, ...query, withBlocked: query.with_blocked === 1, uninvited };
    const { rows, meta } = await listPeople(db, user, asked);
    return { rows: await views(db, user, rows), meta };
  });

  route(calls.getUser, async ({ db, params, user }) => view(db, user, params.id));

  route(calls.createUser, async ({ body, db, files, request, user, reply }) => {
    const make = () => createPerson({ ...deps, ...counting(request.ip) }, db, user, body, files);
    const id = await givingEmail(db, user, make);
    reply.code(201);
    return view(db, user, id);
  });

  route(calls.updateUser, async ({ body, db, files, params, request, user }) => {
    const guarded = (attempt: () => Promise<void>) =>
      changing.countFailuresOf({ db, account: user.id, ip: request.ip }, attempt);
    const change = () => changePerson({ ...deps, ...counting(request.ip) }, db, user, params.id, body, files, guarded);
    await (body.email === undefined ? change() : givingEmail(db, user, change));
    return view(db, user, params.id);
  });

  route(calls.inviteUser, async ({ db, params, request, user }) => {
    await inviteAgain({ ...deps, ...counting(request.ip) }, db, user, params.id);
    return view(db, user, params.id);
  });

  const importPeople = createImport(deps);
  route(calls.previewImport, async ({ db, body }) => ({
    rows: (await previewImport(db, body.rows)).map(({ line, action, words }) => ({ line, action, words })),
  }));
  route(calls.countUninvited, async ({ db }) => ({ count: await countUninvited(db) }));
  route(calls.inviteUninvited, async ({ db, user }) => ({ count: await inviteRest(deps, db, user) }));
  route(calls.importUsers, ({ body, user }) => importPeople(user, body.rows, body.invite));

  route(
    calls.updateMe,
    async ({ db, files, user }, write: Write<StoredAvatar>) =>
      withAvatar({ ...deps, db }, user.id, await readAvatar(files), write),
    async ({ body, db, prepared, user }) => {
      await changeProfile(deps, db, user, body, prepared);
      return userView(await read(db, user, user.id), fileLinks.signForAll);
    },
  );

  route(calls.getAvatar, async ({ db, params, query, request, reply }) => {
    const key = await findAvatarKey(db, params.id);
    if (key === undefined || !(await fileLinks.verify(avatarPath(params.id), key, query))) throw avatarLinkExpired();
    return sendAvatar(storage, key, request, reply);
  });
}
