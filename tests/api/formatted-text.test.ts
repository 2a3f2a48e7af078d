import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const bold = [{ kind: 'paragraph', pieces: [{ text: 'Расходы ' }, { text: 'выросли', bold: true }] }];
const script = [{ kind: 'paragraph', pieces: [{ text: 'Расходы выросли', link: 'javascript:alert(1)' }] }];
const table = [{ kind: 'table', rows: [[[{ text: 'Статья' }], [{ text: 'Бульдозеры' }]]] }];

describe.each(databaseKinds)('formatted texts on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const put = (id: string, body: object) => app.call(anna, 'PUT', `/protocols/${id}`, body);
  async function make(item: object): Promise<string> {
    const agenda = [{ id: 'a1', title: 'О смете', ...item }];
    const reply = await app.call(anna, 'POST', '/protocols', { title: 'Совет', agenda });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id;
  }
  const read = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data.agenda[0];

  test('are stored beside the plain text', async () => {
    const id = await make({ listened: 'Расходы выросли', listened_blocks: bold });
    expect(await read(id)).toMatchObject({ listened: 'Расходы выросли', listened_blocks: bold });
  });

  test('are dropped when the plain text was changed without them', async () => {
    const id = await make({ listened: 'Расходы выросли', listened_blocks: bold });
    const item = { id: 'a1', title: 'О смете', listened: 'Расходы упали', listened_blocks: bold };
    expect((await put(id, { version: 1, agenda_changes: { items: [item] } })).statusCode).toBe(200);
    expect(await read(id)).toEqual({ id: 'a1', title: 'О смете', listened: 'Расходы упали' });
  });

  test.each([
    ['a script', script],
    ['HTML', '<b onclick="alert(1)">Расходы выросли</b>'],
    ['a kind that nobody knows', [{ kind: 'image', src: 'https://example.ru/x.png' }]],
  ])('of %s are dropped, the plain text is kept', async (_, listened_blocks) => {
    const id = await make({ listened: 'Расходы выросли', listened_blocks });
    expect(await read(id)).toEqual({ id: 'a1', title: 'О смете', listened: 'Расходы выросли' });
  });

  test('are found by their words, also in table cells', async () => {
    const id = await make({ discussion: 'Статья\tБульдозеры', discussion_blocks: table });
    const found = await app.call(anna, 'GET', `/protocols?search=${encodeURIComponent('бульдоз')}`);
    expect(found.json().data.map((each: { id: string }) => each.id)).toEqual([id]);
  });
});
