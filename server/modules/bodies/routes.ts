import type { FastifyInstance } from 'fastify';
import { maxBodies } from '#contract/bodies/body.ts';
import { calls } from '#contract/calls.ts';
import { newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import {
  createBody,
  deleteBody,
  findLastAgenda,
  getBody,
  listBodies,
  lockBody,
  showBody,
  updateBody,
} from './repository.ts';

/** Default paging: all bodies on one page. */
const wholePage = { limit: maxBodies, page: 1 };

/** Registers the calls for the secretary's own commissions, committees and departments; those of others are a 404. */
export function registerBodies(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.listBodies, ({ db, query, user }) => listBodies(db, user.id, { ...wholePage, ...query }));

  route(calls.getBody, async ({ db, params, user }) =>
    showBody(db, await getBody(db, { ownerId: user.id, id: params.id })),
  );

  route(calls.lastAgenda, async ({ db, params, user }) =>
    findLastAgenda(db, (await getBody(db, { ownerId: user.id, id: params.id })).id),
  );

  route(calls.createBody, async ({ body, db, user, reply }) => {
    const row = await createBody(db, { ownerId: user.id, id: newId(body.id) }, body, deps.clock());
    reply.code(201);
    return showBody(db, row);
  });

  route(calls.updateBody, async ({ body, db, params, user }) => {
    const row = await lockBody(db, { ownerId: user.id, id: params.id });
    if (body.version !== undefined && body.version !== row.version) {
      const data = await showBody(db, row);
      throw new Problem('version_conflict', 'Это изменили в другом месте', undefined, { data });
    }
    return showBody(db, await updateBody(db, row, body, deps.clock()));
  });

  route(calls.deleteBody, async ({ db, params, user }) => {
    await deleteBody(db, await lockBody(db, { ownerId: user.id, id: params.id }));
  });
}
