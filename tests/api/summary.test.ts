import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summaries } from '#server/db/schema/video.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the summary on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let protocolId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    protocolId = (await app.call(anna, 'POST', '/protocols', { title: 'А' })).json().data.id;
  });
  afterAll(() => app.close());

  const read = (user: TestUser | null, id = protocolId) => app.call(user, 'GET', `/protocols/${id}/summary`);

  test('of a protocol that has none is empty, not an error', async () => {
    const reply = await read(anna);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { data: { text: null, points: [], source: null, version: null } },
    ]);
  });

  test('is what is in force, with the moments it came from; a draft beside it is not shown', async () => {
    const points = [
      { text: 'Смета утверждена', evidence: { start: 27.5, end: 33.2, quote: 'Решили: утвердить', speaker: 'Иванов' } },
      { text: 'Без момента', evidence: null },
    ];
    const row = { protocolId, source: 'llm' as const, text: 'Обсудили <b>смету</b> 👍', points, version: 3 };
    await app.db.insert(summaries).values([
      { ...row, id: uuidv7() },
      { ...row, id: uuidv7(), text: 'Черновик', isDraft: true, version: 4 },
    ]);
    expect((await read(anna)).json().data).toEqual({
      text: 'Обсудили <b>смету</b> 👍',
      points,
      source: 'llm',
      version: 3,
    });
  });

  test('of another’s protocol is not there; other roles may not ask', async () => {
    for (const reply of [await read(await app.addUser()), await read(anna, 'no-such-id')])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    for (const role of ['admin', 'manager', 'external'] as const)
      expect((await read(await app.addUser(role))).statusCode).toBe(403);
    expect((await read(null)).statusCode).toBe(401);
  });
});
