import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { readTextTable } from '#tests/support/text-table.ts';
import { rowOf, sendForm } from './support/people.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

/**
 * Answers to forged changes of a person, whatever the app offers: 403 for a role beyond the caller's rights, 404 for a
 * person they are not responsible for, 422 for what nobody may do to themselves or to an account in use, or what makes
 * no sense. «Own» people are those whom one is responsible for.
 */
const table = readTextTable(`
  who>whom                    name  email  password  block  admin  manager  secretary  external  boss  otherBoss
  admin>self                  200   422    422       422    200    422      422        422       422   422
  admin>admin                 200   200    200       200    200    200      200        200       422   422
  admin>manager               200   200    200       200    200    200      200        200       422   422
  admin>secretary             200   200    200       200    200    200      200        200       200   200
  admin>external              200   200    200       200    200    200      200        200       422   422

  manager>self                200   422    422       422    422    200      422        422       422   422
  manager>ownSecretary        200   422    422       200    403    403      200        200       200   422
  manager>ownExternal         200   422    422       200    403    403      200        200       422   422
  manager>secretarysExternal  200   422    422       200    403    403      200        200       422   422
  manager>secretary           404   404    404       404    404    404      404        404       404   404
  manager>external            404   404    404       404    404    404      404        404       404   404
  manager>manager             404   404    404       404    404    404      404        404       404   404
  manager>admin               404   404    404       404    404    404      404        404       404   404

  secretary>self              200   422    422       422    422    422      200        422       422   422
  secretary>ownExternal       200   422    422       200    403    403      403        200       422   422
  secretary>external          404   404    404       404    404    404      404        404       404   404
  secretary>secretary         404   404    404       404    404    404      404        404       404   404
  secretary>manager           404   404    404       404    404    404      404        404       404   404
  secretary>admin             404   404    404       404    404    404      404        404       404   404

  external>self               200   422    422       422    422    422      422        200       422   422
  external>external           404   404    404       404    404    404      404        404       404   404
  external>secretary          404   404    404       404    404    404      404        404       404   404
  external>admin              404   404    404       404    404    404      404        404       404   404
`);

describe.each(databaseKinds)('forged changes of people on %s', (kind) => {
  let app: TestApp;
  const actors = {} as Record<Role, TestUser>;
  let otherBoss: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    actors.admin = await app.addUser('admin');
    actors.manager = await app.addUser('manager');
    otherBoss = await app.addUser('manager');
    actors.secretary = await app.addUser('secretary', { managerId: actors.manager.id });
    actors.external = await app.addUser('external', { createdById: otherBoss.id });
    // Two more administrators, so that no cell removes the last one.
    await Promise.all([app.addUser('admin'), app.addUser('admin')]);
  });
  afterAll(() => app.close());

  const cells = table.flatMap(({ name, cells: changes }) =>
    Object.entries(changes).map(([change, status]) => [name, change, Number(status)] as const),
  );
  test.each(cells)('%s, %s: %i', async (name, change, status) => {
    const [who, whom = ''] = name.split('>') as [Role, string];
    const target = await targetOf(who, whom);
    const actor = whom === 'self' ? target : actors[who];
    const body = bodyOf(change, target);
    const before = await rowOf(app, target);
    const reply = await app.call(actor, 'PUT', `/users/${target.id}`, { ...body, phone: '+7 подделан' });
    expect(reply.statusCode, reply.body).toBe(status);
    if (status < 400) return;
    const parts = Object.entries(body).map(([field, value]): [string, string] => [field, String(value)]);
    const byForm = await sendForm(app, actor, `/users/${target.id}`, [['_method', 'PUT'], ...parts]);
    expect(byForm.statusCode, 'by form data').toBe(status);
    expect(await rowOf(app, target)).toEqual(before);
  });

  /** Adds a new person, so that a cell does not affect the others. */
  function targetOf(who: Role, whom: string): Promise<TestUser> {
    if (whom === 'self') return app.addUser(who);
    if (whom === 'ownSecretary') return app.addUser('secretary', { managerId: actors.manager.id });
    if (whom === 'ownExternal') return app.addUser('external', { createdById: actors[who].id });
    if (whom === 'secretarysExternal') return app.addUser('external', { createdById: actors.secretary.id });
    return app.addUser(whom as Role, { createdById: otherBoss.id });
  }

  function bodyOf(change: string, target: TestUser): Record<string, string | boolean> {
    if (change === 'name') return { name: 'Подделка' };
    if (change === 'email') return { email: `forged.${target.email}` };
    if (change === 'password') return { password: 'подделка' };
    if (change === 'block') return { is_blocked: true };
    if (change === 'boss') return { manager_id: actors.manager.id };
    if (change === 'otherBoss') return { manager_id: otherBoss.id };
    return { role: change };
  }
});
