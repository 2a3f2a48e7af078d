import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { keywordName } from '#contract/keyword-name.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { newId } from '#server/plugins/taken.ts';
import { createKeyword, deleteKeyword, listKeywords, renameKeyword } from './repository.ts';

/** The secretary's own keywords: list, add, rename, remove. Another's is not there. */
export function registerKeywords(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.listKeywords, ({ db, user }) => listKeywords(db, user.id));

  route(calls.createKeyword, async ({ body, db, user, reply }) => {
    const row = await createKeyword(db, user.id, newId(body.id), keywordName(body.name));
    reply.code(201);
    return row;
  });

  route(calls.updateKeyword, ({ body, db, params, user }) =>
    renameKeyword(db, user.id, params.id, keywordName(body.name), deps.clock()),
  );

  route(calls.deleteKeyword, ({ db, params, user }) => deleteKeyword(db, user.id, params.id));
}
