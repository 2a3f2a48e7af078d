import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { proposals, summaries } from '#server/schema/video.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the summary on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let protocolId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const addProtocol = async () => {
    protocolId = (await app.call(anna, 'POST', '/protocols', { title: 'А' })).json().data.id;
    return protocolId;
  };
  const read = (user: TestUser | null, id = protocolId, query = '') =>
    app.call(user, 'GET', `/protocols/${id}/summary${query}`);
  const write = (body: object, key?: string) =>
    app.call(anna, 'PUT', `/protocols/${protocolId}/summary`, body, key ? { 'idempotency-key': key } : {});

  test('of a protocol that has none is empty, not an error', async () => {
    const reply = await read(anna, await addProtocol());
    const none = { text: null, points: [], source: null, version: null, created_at: null, draft: null, versions: [] };
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: none }]);
  });

  test('is what is in force, with the moments it came from; the draft and older versions stand beside it', async () => {
    await addProtocol();
    const points = [
      { text: 'Смета утверждена', evidence: { start: 27.5, end: 33.2, quote: 'Решили: утвердить', speaker: 'Иванов' } },
      { text: 'Без момента', evidence: null },
    ];
    const createdAt = new Date('2026-11-20T10:00:00Z');
    const row = { protocolId, source: 'llm' as const, text: 'Обсудили <b>смету</b> 👍', points, version: 3, createdAt };
    await app.db.insert(summaries).values([
      { ...row, id: uuidv7() },
      { ...row, id: uuidv7(), text: 'Прежние', source: 'human', version: 2 },
      { ...row, id: uuidv7(), text: 'Черновик', isDraft: true, version: 0 },
    ]);
    const created_at = createdAt.toISOString();
    const beside = {
      draft: { text: 'Черновик', points, source: 'llm', created_at },
      versions: [
        { version: 3, source: 'llm', created_at },
        { version: 2, source: 'human', created_at },
      ],
    };
    const { database } = app.services;
    const query = vi.spyOn(database.kind === 'pglite' ? database.connection : (database.pool as never), 'query');
    expect((await read(anna)).json().data).toEqual({
      ...{ text: 'Обсудили <b>смету</b> 👍', points, source: 'llm', version: 3, created_at },
      ...beside,
    });
    // The texts of versions that are not shown are not read.
    const answers = (query.mock.results as { value: Promise<{ rows: unknown }> }[]).map(({ value }) => value);
    const known = JSON.stringify((await Promise.all(answers)).map(({ rows }) => rows));
    query.mockRestore();
    expect([known.includes('Черновик'), known.includes('Прежние')]).toEqual([true, false]);
    expect((await read(anna, protocolId, '?version=2')).json().data).toEqual({
      ...{ text: 'Прежние', points, source: 'human', version: 2, created_at },
      ...beside,
    });
    expect((await read(anna, protocolId, '?version=1')).statusCode).toBe(404);
    expect((await read(anna, protocolId, '?version=x')).statusCode).toBe(422);
  });

  test('is saved as a new version; a save over a stale version is refused with the current one', async () => {
    await addProtocol();
    const first = { version: null, text: ' Итог ', points: [{ text: 'А', evidence: { start: 5 } }, { text: 'Б' }] };
    const written = await write(first, 'key-1');
    expect([written.statusCode, written.json().data.version]).toEqual([200, 1]);
    expect(written.json().data).toMatchObject({ text: 'Итог', source: 'human', versions: [{ version: 1 }] });
    expect((await write(first, 'key-1')).json()).toEqual(written.json());
    const stale = await write({ ...first, text: 'Другой' });
    expect([stale.statusCode, stale.json().code, stale.json().data.text]).toEqual([409, 'version_conflict', 'Итог']);
    expect((await write({ ...first, version: 1 })).json().data.version).toBe(1);
    expect((await write({ version: 1, text: '', points: [] })).json().data).toMatchObject({ points: [], version: 2 });
    expect((await read(anna, protocolId, '?version=1')).json().data.points).toHaveLength(2);
    const empty = await write({ version: 2, text: '', points: [{ text: ' ' }] });
    expect([empty.statusCode, empty.json().code]).toEqual([422, 'validation_failed']);
    for (const [field, most] of [['quote', 2_000] as const, ['speaker', 300] as const]) {
      const evidence = { start: 5, [field]: 'х'.repeat(most + 1) };
      const long = await write({ version: 2, text: '', points: [{ text: 'А', evidence }] });
      expect([long.statusCode, Object.keys(long.json().errors ?? {})]).toEqual([422, [`points.0.evidence.${field}`]]);
    }
    const evidence = { start: 5, quote: 'Решили', noise: 'х'.repeat(2_000) };
    const known = await write({ version: 2, text: '', points: [{ text: 'А', evidence }] });
    expect(known.json().data.points).toEqual([{ text: 'А', evidence: { start: 5, quote: 'Решили' } }]);
  });

  test('of two simultaneous saves one gets a conflict', async () => {
    await addProtocol();
    const replies = await Promise.all(['А', 'Б'].map((text) => write({ version: null, text, points: [] })));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('of a final protocol is read-only, and so are its proposals', async () => {
    await addProtocol();
    const proposal = { kind: 'task', text: 'А', textKey: 'а', source: 'extract' } as const;
    const id = uuidv7();
    await app.db.insert(proposals).values({ ...proposal, id, protocolId });
    await app.call(anna, 'PUT', `/protocols/${protocolId}`, { stage: 'finish' });
    await app.call(anna, 'POST', `/protocols/${protocolId}/final`, {});
    const replies = [
      await write({ version: null, text: 'Поздно', points: [] }),
      await app.call(anna, 'POST', `/protocols/${protocolId}/summary`, {}),
      await app.call(anna, 'PUT', `/protocols/${protocolId}/proposals/${id}`, { state: 'accepted' }),
    ];
    for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
  });

  test('of another’s protocol returns 404; other roles are refused', async () => {
    await addProtocol();
    const others = [await app.addUser(), await app.addUser('manager')];
    for (const reply of [...(await Promise.all(others.map((other) => read(other)))), await read(anna, 'no-such-id')])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    for (const role of ['admin', 'external'] as const)
      expect((await read(await app.addUser(role))).statusCode).toBe(403);
    expect((await read(null)).statusCode).toBe(401);
  });
});
