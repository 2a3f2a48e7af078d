import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const vtt = `WEBVTT

00:05.000 --> 00:09.000
<v Иванов>Начнём с закупки ёмкостей

01:00.000 --> 01:04.500
<v Петрова>Смету утвердили на прошлой неделе

02:00.000 --> 02:03.000
Закупку отложим
`;

describe.each(databaseKinds)('the search of protocols on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  beforeEach(async () => {
    anna = await app.addUser();
    id = await add(anna, 'Планёрка', vtt);
    await add(anna, 'О закупке мебели');
    await add(await app.addUser(), 'Чужое', vtt);
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function add(user: TestUser, title: string, subtitles?: string): Promise<string> {
    const made = (await app.call(user, 'POST', '/protocols', { title })).json().data.id;
    if (subtitles) await attach(user, made, subtitles);
    return made;
  }
  async function attach(user: TestUser, to: string, subtitles: string): Promise<void> {
    const reply = await sendForm(app, user, 'PUT', `/protocols/${to}/transcript`, [
      ['subtitles', new File([subtitles], 'запись.vtt')],
    ]);
    expect(reply.statusCode).toBe(200);
  }
  const search = async (words: string, more = '') => {
    const query = `/protocols?limit=15&page=1&search=${encodeURIComponent(words)}${more}`;
    const { data, meta } = (await app.call(anna, 'GET', query)).json();
    const rows = (data as Protocol[]).map(({ title, moment }) => [title, moment?.start ?? null, moment?.quote ?? null]);
    return { rows, total: meta.total };
  };
  const found = async (words: string) => (await search(words)).rows;

  test('finds what was said, in any form of its words, with the first moment', async () => {
    expect(await search('утвердить смета')).toEqual({
      rows: [['Планёрка', 60, 'Смету утвердили на прошлой неделе']],
      total: 1,
    });
    expect(await found('емкость')).toEqual([['Планёрка', 5, 'Начнём с закупки ёмкостей']]);
    expect(await found('отлож')).toEqual([['Планёрка', 120, 'Закупку отложим']]);
  });

  test('finds written words as before, without a moment, together with spoken ones', async () => {
    expect(await search('закупка')).toEqual({
      rows: [
        ['О закупке мебели', null, null],
        ['Планёрка', 5, 'Начнём с закупки ёмкостей'],
      ],
      total: 2,
    });
    expect(await found('небывалое')).toEqual([]);
    expect(await search('закупка', '&stage=final')).toEqual({ rows: [], total: 0 });
  });

  test('a letter beside longer words is matched as a whole word, and finds no line by itself', async () => {
    const lines = ['о заборе', 'Отметим отдельно', 'Сроки по смете'].map(
      (text, place) => `00:0${place + 1}.000 --> 00:0${place + 2}.000\n${text}\n`,
    );
    await add(anna, 'Забор', ['WEBVTT\n', ...lines].join('\n'));
    expect(await found('о смете')).toEqual([['Забор', 3, 'Сроки по смете']]);
    expect(await found('з смете')).toEqual([]);
  });

  test('words from different lines find the protocol, at the first of these lines', async () => {
    expect(await found('отложим смету')).toEqual([['Планёрка', 60, 'Смету утвердили на прошлой неделе']]);
  });

  test('follows a correction, an accepted draft and a new file', async () => {
    const path = `/protocols/${id}/transcript`;
    const { segments } = (await app.call(anna, 'GET', path)).json().data;
    await app.call(anna, 'PUT', path, { segments: [{ id: segments[2].id, text: 'Ремонт отложим' }] });
    expect(await found('ремонты')).toEqual([['Планёрка', 120, 'Ремонт отложим']]);
    await attach(anna, id, 'WEBVTT\n\n00:01.000 --> 00:02.000\nВодоканал\n');
    expect(await found('водоканалу')).toEqual([]);
    await app.call(anna, 'PUT', path, { draft: 'take' });
    expect(await found('водоканалу')).toEqual([['Планёрка', 1, 'Водоканал']]);
    expect(await found('ремонт')).toEqual([]);
  });

  test.each(["'; drop table users; --", "о'нил", '\\', '=', ':*&|'])('%j is a search like any other', async (words) => {
    expect((await search(words)).total).toBeGreaterThanOrEqual(0);
  });
});
