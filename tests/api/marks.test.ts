import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('marks of a recording on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const protocol = async (body: object = {}) =>
    (await app.call(anna, 'POST', '/protocols', { title: 'А', ...body })).json().data.id as string;
  const post = (id: string, body: object, user = anna) => app.call(user, 'POST', `/protocols/${id}/marks`, body);
  const read = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;

  test('are listed by time, with their text, their question and their recording', async () => {
    const id = await protocol();
    const [first, second] = [uuidv7(), uuidv7()];
    const later = { id: first, at: 95.5, text: ' Спорное <b> ', agenda_id: 'gone', recording_id: 'r1' };
    const reply = await post(id, later);
    expect([reply.statusCode, reply.json().data]).toEqual([201, { ...later, text: 'Спорное <b>' }]);
    await post(id, { id: second, at: 12 });
    const empty = { id: second, at: 12, text: null, agenda_id: null, recording_id: null };
    expect((await read(id)).marks).toEqual([empty, { ...later, text: 'Спорное <b>' }]);
    expect((await read(id)).version, 'no edit of the protocol').toBe(1);
  });

  test('can be reworded and deleted', async () => {
    const id = await protocol();
    const mark = (await post(id, { at: 1 })).json().data;
    const path = `/protocols/marks/${mark.id}`;
    expect((await app.call(anna, 'PUT', path, { text: 'Проверить' })).json().data.text).toBe('Проверить');
    expect((await app.call(anna, 'PUT', path, { text: '' })).json().data.text).toBeNull();
    expect((await app.call(anna, 'DELETE', path)).statusCode).toBe(204);
    expect((await read(id)).marks).toEqual([]);
    expect((await app.call(anna, 'DELETE', path)).statusCode).toBe(404);
  });

  test.each([{ at: -1 }, { at: 'soon' }, {}, { at: 1, text: 'я'.repeat(1_001) }])('are refused: %o', async (body) => {
    expect((await post(await protocol(), body)).statusCode).toBe(422);
  });

  test('of another secretary return 404, and a final protocol accepts none', async () => {
    const other = await app.addUser();
    const id = await protocol();
    const mark = (await post(id, { at: 1 })).json().data;
    expect((await post(id, { at: 1 }, other)).statusCode).toBe(404);
    expect((await app.call(other, 'PUT', `/protocols/marks/${mark.id}`, { text: 'А' })).statusCode).toBe(404);
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    await app.call(anna, 'POST', `/protocols/${id}/final`, {});
    expect((await post(id, { at: 2 })).json().code).toBe('final_read_only');
    expect((await app.call(anna, 'DELETE', `/protocols/marks/${mark.id}`)).json().code).toBe('final_read_only');
  });

  test('the moments of passages and the recording of a moment stay in the agenda', async () => {
    const evidence = { start: 12.5, recording_id: 'r1' };
    const item = { id: uuidv7(), title: 'О смете', evidence, moments: { listened: evidence } };
    const id = await protocol({ agenda: [item] });
    expect((await read(id)).agenda).toEqual([item]);
  });
});
