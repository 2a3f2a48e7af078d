import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { membersOf } from '../shared/member-rows.ts';
import { getReadableProtocol, lockOwnedProtocol } from '../shared/protocol-access-repository.ts';
import { assertEditable } from '../shared/stage-policy.ts';
import { addMember, changeMember, isMarkedElsewhere, lockMember, removeMember, viewOf } from './repository.ts';

/** Registers the calls for members of the secretary's own protocols; those of others are a 404. */
export function registerMembers(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.listMembers, async ({ db, params, user }) => {
    const protocol = await getReadableProtocol(db, user, params.id);
    return membersOf(db, protocol.id);
  });

  route(calls.createMember, async ({ body, db, params, user, reply }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    const { member, isNew } = await addMember(db, protocol, newId(body.id), body, deps.clock());
    reply.code(isNew ? 201 : 200);
    return member;
  });

  route(calls.updateMember, async ({ body, db, params, user }) => {
    const { member, protocol } = await lockMember(db, { ownerId: user.id, id: params.memberId });
    assertEditable(protocol.stage);
    if (isMarkedElsewhere(member, body)) {
      const data = await viewOf(db, protocol.id, member.id);
      throw new Problem('version_conflict', 'Участника отметили в другом месте', undefined, { data });
    }
    return changeMember(db, member, body);
  });

  route(calls.deleteMember, async ({ db, params, user }) => {
    const { member, protocol } = await lockMember(db, { ownerId: user.id, id: params.memberId });
    assertEditable(protocol.stage);
    await removeMember(db, member);
  });
}
