import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Db } from '#server/db/database.ts';
import { avatarPath, publicUserView, userView } from '#server/db/user-view.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import type { SignedLinks } from '#server/plugins/storage/signed-links.ts';
import { type ChangeDeps, changePerson, changeProfile } from './change-person.ts';
import { createPerson } from './create-person.ts';
import { listPeople } from './list-repository.ts';
import { type Actor, seesAll, userNotFound } from './policy.ts';
import { findAvatarKey, findPerson, type Person } from './repository.ts';
import { avatarLinkExpired, sendAvatar } from './send-avatar.ts';

export type UserDeps = RouteDeps & ChangeDeps & { fileLinks: SignedLinks };

/** People as each role finds them, the own profile, and pictures. */
export function registerUsers(app: FastifyInstance, deps: UserDeps): void {
  const { fileLinks, storage } = deps;
  const route = routesOf(app, deps);

  function view(actor: Actor, person: Person) {
    return seesAll(actor, person) ? userView(person, fileLinks.sign) : publicUserView(person, fileLinks.sign);
  }

  async function read(db: Db, actor: Actor, id: string): Promise<Person> {
    const person = await findPerson(db, actor, id);
    if (!person) throw userNotFound();
    return person;
  }

  route(calls.listUsers, async ({ db, query, user }) => {
    const asked = { ...defaultPaging, ...query, withBlocked: query.with_blocked === 1 };
    const { rows, meta } = await listPeople(db, user, asked);
    return { rows: rows.map((person) => view(user, person)), meta };
  });

  route(calls.getUser, async ({ db, params, user }) => view(user, await read(db, user, params.id)));

  route(calls.createUser, async ({ body, db, files, user, reply }) => {
    const id = await createPerson(deps, db, user, body, files);
    reply.code(201);
    return view(user, await read(db, user, id));
  });

  route(calls.updateUser, async ({ body, db, files, params, user }) => {
    await changePerson(deps, db, user, params.id, body, files);
    return view(user, await read(db, user, params.id));
  });

  route(calls.updateMe, async ({ body, db, files, user }) => {
    await changeProfile(deps, db, user, body, files);
    return userView(await read(db, user, user.id), fileLinks.sign);
  });

  route(calls.getAvatar, async ({ db, params, query, request, reply }) => {
    const key = await findAvatarKey(db, params.id);
    if (key === undefined || !fileLinks.verify(avatarPath(params.id), key, query)) throw avatarLinkExpired();
    return sendAvatar(storage, key, request, reply);
  });
}
