import { eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attachment } from '#contract/protocols/attachment.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { attachments } from '#server/schema/work.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const pdf = (name: string, more = '') => new File([`%PDF-1.7\n${more}`], name);

describe.each(databaseKinds)('attachments on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const protocol = async (body: object = {}) =>
    (await app.call(anna, 'POST', '/protocols', { title: 'О смете', ...body })).json().data.id as string;
  const post = (id: string, file: File | undefined, fields: FormPart[] = [], headers = {}, user = anna) => {
    const parts: FormPart[] = [...fields, ...(file ? [['file', file] as FormPart] : [])];
    return sendForm(app, user, 'POST', `/protocols/${id}/attachments`, parts, headers);
  };
  const add = async (id: string, file: File, fields: FormPart[] = []) => {
    const reply = await post(id, file, fields);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data as Attachment;
  };
  const read = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;
  const put = (id: string, body: object, user = anna) => app.call(user, 'PUT', `/protocols/attachments/${id}`, body);
  const remove = (id: string, user = anna) => app.call(user, 'DELETE', `/protocols/attachments/${id}`);
  const fetchFile = (url: string, user: TestUser | null = null) => app.call(user, 'GET', url.replace('/api', ''));
  const keysOf = async (ids: string[]) =>
    (await app.db.select().from(attachments).where(inArray(attachments.id, ids))).map((row) => row.storageKey);
  const discarded = async () => (await app.db.select().from(discardedFiles)).map((row) => row.storageKey);
  const makeFinal = async (id: string) => {
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    expect((await app.call(anna, 'POST', `/protocols/${id}/final`, {})).statusCode).toBe(200);
  };

  test('are listed with their protocol, titled by file name, and download as files from a signed link', async () => {
    const item = { id: uuidv7(), title: 'О смете' };
    const id = await protocol({ agenda: [item] });
    const own = uuidv7();
    const made = await add(id, pdf('Смета «Юг».pdf', 'лист'), [
      ['id', own],
      ['agenda_id', item.id],
      ['sheets', '3'],
    ]);
    expect(made).toMatchObject({ id: own, agenda_id: item.id, name: 'Смета «Юг».pdf', title: 'Смета «Юг»', sheets: 3 });
    await add(id, new File(['Статья;Сумма'], '../справка.csv'), [['title', 'Справка о расходах']]);
    const { attachments: shown, version } = await read(id);
    expect(shown).toMatchObject([
      { id: own, type: 'application/pdf', size: 17, position: 1, url: made.url },
      { name: 'справка.csv', title: 'Справка о расходах', agenda_id: null, sheets: null, position: 2 },
    ]);
    expect(version, 'no edit of the protocol').toBe(1);
    const { statusCode, headers, rawPayload } = await fetchFile(made.url ?? '');
    expect([statusCode, rawPayload.toString()]).toEqual([200, '%PDF-1.7\nлист']);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining(encodeURIComponent('Смета «Юг».pdf')),
    });
    const path = `/protocols/attachments/${own}/file`;
    expect((await fetchFile(path)).json().code).toBe('link_expired');
    expect((await fetchFile(path, anna)).statusCode).toBe(200);
    expect((await fetchFile(path, await app.addUser())).statusCode).toBe(404);
  });

  test('the same attachment sent again is stored once, with or without its idempotency key', async () => {
    const id = await protocol();
    const own = uuidv7();
    const send = (headers = {}, file = pdf('смета.pdf')) => post(id, file, [['id', own]], headers);
    const key = { 'idempotency-key': own };
    expect((await Promise.all([send(key), send(key)])).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const again = await send();
    expect([again.statusCode, again.json().data.id]).toEqual([200, own]);
    expect((await send({}, pdf('смета.pdf', 'другая'))).json().code).toBe('id_taken');
    const [shown, ...others] = (await read(id)).attachments as Attachment[];
    expect(others).toEqual([]);
    expect((await fetchFile(shown?.url ?? '')).rawPayload.toString()).toBe('%PDF-1.7\n');
  });

  test('can get a new title, sheet count, position and question, and are deleted together with their file', async () => {
    const id = await protocol();
    const [first, second] = [await add(id, pdf('а.pdf')), await add(id, pdf('б.pdf'))];
    const change = { title: ' Проект приказа ', sheets: 2, agenda_id: 'not there yet', position: 0.5 };
    expect((await put(second.id, change)).json().data).toMatchObject({ ...change, title: 'Проект приказа' });
    expect((await put(second.id, { sheets: null })).json().data).toMatchObject({
      title: 'Проект приказа',
      sheets: null,
    });
    const names = async () => (await read(id)).attachments.map(({ name }: Attachment) => name);
    expect(await names()).toEqual(['б.pdf', 'а.pdf']);
    const keys = await keysOf([first.id]);
    expect((await remove(first.id)).statusCode).toBe(204);
    expect(await names()).toEqual(['б.pdf']);
    expect(await discarded()).toEqual(expect.arrayContaining(keys));
    expect((await remove(first.id)).statusCode).toBe(404);
    for (const wrong of [
      { title: ' ' },
      { title: 'я'.repeat(301) },
      { sheets: 0 },
      { sheets: 1.5 },
      { position: 'а' },
    ]) {
      expect((await put(second.id, wrong)).statusCode, JSON.stringify(wrong)).toBe(422);
    }
  });

  test.each([
    ['none', undefined, 'Выберите файл'],
    ['an empty one', new File([], 'пусто.txt'), 'Файл «пусто.txt» пустой'],
    ['a program under a document’s name', new File(['MZ\x90'], 'счёт.pdf'), 'Файл «счёт.pdf» не принимается'],
    ['a name of another direction', new File(['MZ'], 'счёт\u202efdp.exe'), 'Файл «счётfdp.exe» не принимается'],
  ])('%s is refused in words', async (_, file, words) => {
    const id = await protocol();
    const reply = await post(id, file, [['title', 'Смета']]);
    expect(reply.statusCode, reply.body).toBe(422);
    expect(reply.json().errors).toEqual({ file: [expect.stringContaining(words)] });
    expect((await read(id)).attachments).toEqual([]);
  });

  test('a title of 300 letters or emoji is cut to 150; the extension is kept', async () => {
    const id = await protocol();
    const long = await add(id, pdf(`${'Смета '.repeat(50)}.pdf`));
    expect(long.name).toMatch(/^Смета .*\.pdf$/);
    expect(long.title?.length).toBeLessThanOrEqual(150);
    const emoji = await add(id, pdf(`${'👍'.repeat(300)}.pdf`));
    expect(emoji.title).toBe('👍'.repeat(150));
  });

  test('a protocol accepts at most fifty attachments of at most 25 MB', async () => {
    const id = await protocol();
    const huge = new File(['%PDF-', new Uint8Array(25 * 1024 * 1024 - 4)], 'запись.pdf');
    const reply = await post(id, huge);
    expect([reply.statusCode, reply.json().errors]).toEqual([413, { file: ['Файл больше 25 МБ'] }]);
    const made = await add(id, pdf('первый.pdf'));
    const [row] = await app.db.select().from(attachments).where(eq(attachments.id, made.id));
    if (!row) throw new Error('The attachment is gone');
    const others = Array.from({ length: 49 }, () => ({ ...row, id: uuidv7() }));
    await app.db.insert(attachments).values(others);
    expect((await post(id, pdf('лишний.pdf'))).json().errors).toEqual({
      file: ['К протоколу можно приложить не больше 50 файлов'],
    });
  });

  test('are deleted with their protocol, but outlive their deleted question', async () => {
    const item = { id: uuidv7(), title: 'О смете' };
    const id = await protocol({ agenda: [item] });
    const made = await add(id, pdf('смета.pdf'), [['agenda_id', item.id]]);
    await app.call(anna, 'PUT', `/protocols/${id}`, { agenda: [] });
    expect((await read(id)).attachments).toMatchObject([{ id: made.id }]);
    // Chosen on another device before the question was deleted.
    const late = await add(id, pdf('поздно.pdf'), [['agenda_id', item.id]]);
    const keys = await keysOf([made.id, late.id]);
    expect((await app.call(anna, 'DELETE', `/protocols/${id}`)).statusCode).toBe(204);
    expect(await discarded()).toEqual(expect.arrayContaining(keys));
    expect((await fetchFile(made.url ?? '')).statusCode).toBe(403);
  });

  test('of another secretary return 404', async () => {
    const other = await app.addUser();
    const id = await protocol();
    const made = await add(id, pdf('смета.pdf'));
    expect((await post(id, pdf('чужой.pdf'), [], {}, other)).statusCode).toBe(404);
    expect((await put(made.id, { title: 'А' }, other)).statusCode).toBe(404);
    expect((await remove(made.id, other)).statusCode).toBe(404);
  });

  test('a final protocol refuses changes; its signed version keeps the file of an attachment removed later', async () => {
    const id = await protocol();
    const made = await add(id, pdf('смета.pdf'));
    await makeFinal(id);
    for (const reply of [await post(id, pdf('б.pdf')), await put(made.id, { title: 'А' }), await remove(made.id)]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
    }
    await app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });
    expect((await remove(made.id)).statusCode).toBe(204);
    expect((await read(id)).attachments).toEqual([]);
    const version = (await app.call(anna, 'GET', `/protocols/${id}/versions/1`)).json().data;
    expect(version.protocol.attachments).toMatchObject([{ id: made.id, title: 'смета' }]);
    expect((await fetchFile(version.protocol.attachments[0].url)).statusCode).toBe(200);
    expect(await discarded()).not.toEqual(expect.arrayContaining(await keysOf([made.id])));
    expect((await remove(made.id)).statusCode).toBe(404);
  });

  test('an attachment added after the last signature is deleted for good, and its link stops working', async () => {
    const id = await protocol();
    await add(id, pdf('смета.pdf'));
    await makeFinal(id);
    await app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });
    const wrong = await add(id, pdf('не то.pdf'));
    const keys = await keysOf([wrong.id]);
    expect((await remove(wrong.id)).statusCode).toBe(204);
    expect((await fetchFile(wrong.url ?? '')).statusCode).toBe(403);
    expect(await discarded()).toEqual(expect.arrayContaining(keys));
  });
});
