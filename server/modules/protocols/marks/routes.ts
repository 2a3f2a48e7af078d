import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { markView } from '../shared/mark-rows.ts';
import { lockOwnedProtocol } from '../shared/protocol-access-repository.ts';
import { assertEditable } from '../shared/stage-policy.ts';
import { createMark, lockMark, removeMark, updateMark } from './repository.ts';

/** Registers the calls for marks in the recordings of the secretary's own protocols; those of others are a 404. */
export function registerMarks(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.createMark, async ({ body, db, params, user, reply }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    const row = await createMark(db, protocol, newId(body.id), body, deps.clock());
    reply.code(201);
    return markView(row);
  });

  route(calls.updateMark, async ({ body, db, params, user }) => {
    const { mark, protocol } = await lockMark(db, { ownerId: user.id, id: params.markId });
    assertEditable(protocol.stage);
    return markView(await updateMark(db, mark.id, body.text));
  });

  route(calls.deleteMark, async ({ db, params, user }) => {
    const { mark, protocol } = await lockMark(db, { ownerId: user.id, id: params.markId });
    assertEditable(protocol.stage);
    await removeMark(db, mark.id);
  });
}
