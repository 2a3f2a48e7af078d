import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { keywordName } from '#contract/keywords/keyword-name.ts';
import { newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import type { Analysis } from '../analysis/analysis-jobs.ts';
import { createKeyword, deleteKeyword, listKeywords, renameKeyword } from './repository.ts';

/**
 * Registers the calls to list, add, rename and remove the secretary's own keywords; each change marks the transcripts
 * again. Keywords of others are a 404.
 */
export function registerKeywords(
  app: FastifyInstance,
  deps: RouteDeps & { analysis: Analysis; clock: () => Date },
): void {
  const route = routesOf(app, deps);

  route(calls.listKeywords, ({ db, user }) => listKeywords(db, user.id));

  route(calls.createKeyword, async ({ body, db, user, reply }) => {
    const row = await createKeyword(db, { ownerId: user.id, id: newId(body.id) }, keywordName(body.name));
    await deps.analysis.keywordsChanged(db, user.id);
    reply.code(201);
    return row;
  });

  route(calls.updateKeyword, async ({ body, db, params, user }) => {
    const row = await renameKeyword(db, { ownerId: user.id, id: params.id }, keywordName(body.name), deps.clock());
    await deps.analysis.keywordsChanged(db, user.id);
    return row;
  });

  route(calls.deleteKeyword, async ({ db, params, user }) => {
    await deleteKeyword(db, { ownerId: user.id, id: params.id });
    await deps.analysis.keywordsChanged(db, user.id);
  });
}
