import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { meetingFiles, meetings } from '#server/schema/meetings.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const fields: FormPart[] = [
  ['title', 'Планёрка'],
  ['start_at', '2026-11-20T10:00:00+03:00'],
  ['end_at', '2026-11-20T11:00:00+03:00'],
];
const pdf = (name: string, more = '') => new File([`%PDF-1.7\n${more}`], name);
const text = (name: string, contents = 'Повестка') => new File([contents], name);

type Shown = { id: string; name: string; size: number; url: string };

describe.each(databaseKinds)('files of meetings on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let now = new Date('2026-11-20T09:10:00Z');
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const post = (files: File[], headers = {}) =>
    sendForm(app, anna, 'POST', '/meetings', [...fields, ...files.map((file): FormPart => ['files[]', file])], headers);
  const create = async (files: File[]) => {
    const reply = await post(files);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data as { id: string; files: Shown[] };
  };
  const put = (id: string, parts: FormPart[]) =>
    sendForm(app, anna, 'POST', `/meetings/${id}`, [['_method', 'PUT'], ...parts]);
  const keyOf = async (id: string) => {
    const [row] = await app.db.select().from(meetingFiles).where(eq(meetingFiles.id, id));
    return row?.storageKey ?? '';
  };
  const fetchFile = (url: string, user: TestUser | null = null) => app.call(user, 'GET', url.replace('/api', ''));

  test('come with the form, and go back by a signed address, to be saved', async () => {
    const { id, files } = await create([pdf('Отчёт «Юг».pdf', 'страница'), text('../заметки.txt')]);
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['Отчёт «Юг».pdf', 25],
      ['заметки.txt', 16],
    ]);
    const { statusCode, headers, rawPayload } = await fetchFile(files[0]?.url ?? '');
    expect([statusCode, rawPayload.toString()]).toEqual([200, '%PDF-1.7\nстраница']);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '25',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_____ ____.pdf"; filename*=UTF-8''${encodeURIComponent('Отчёт «Юг».pdf')}`,
    );
    const { data } = (await app.call(anna, 'PUT', `/meetings/${id}`, { place: 'Зал' })).json();
    expect(data.files).toEqual(files);
  });

  test('a signed link works for half a day, for its own file only', async () => {
    const { id, files } = await create([pdf('а.pdf'), pdf('б.pdf')]);
    const [first, second] = files as [Shown, Shown];
    const query = first.url.slice(first.url.indexOf('?'));
    const forged = [
      `/api/meetings/${id}/files/${second.id}${query}`,
      `/api/meetings/${id}/files/${first.id}`,
      first.url.replace(/expires=\d+/, 'expires=9999999999999'),
      `/api/meetings/${id}/files/none${query}`,
    ];
    for (const url of forged) {
      const reply = await fetchFile(url);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'link_expired']);
    }
    expect((await fetchFile(forged[1] ?? '', anna)).statusCode).toBe(200);
    expect((await fetchFile(forged[1] ?? '', await app.addUser())).statusCode).toBe(404);
    const before = now;
    now = new Date(now.getTime() + 13 * 3_600_000);
    expect((await fetchFile(first.url)).statusCode).toBe(403);
    now = before;
  });

  test('are not read by the addresses of somebody who was blocked', async () => {
    const boris = await app.addUser();
    const { data } = (await sendForm(app, boris, 'POST', '/meetings', [...fields, ['files[]', pdf('а.pdf')]])).json();
    const [file] = data.files as [Shown];
    expect((await fetchFile(file.url)).statusCode).toBe(200);
    await app.call(await app.addUser('admin'), 'PUT', `/users/${boris.id}`, { is_blocked: true });
    expect((await fetchFile(file.url)).statusCode).toBe(403);
  });

  test('are added to existing ones, removed by id, and discarded from the storage afterwards', async () => {
    const { id, files } = await create([pdf('а.pdf'), pdf('б.pdf')]);
    const gone = files[0]?.id ?? '';
    const key = await keyOf(gone);
    const reply = await put(id, [
      ['remove_file_ids[]', gone],
      ['remove_file_ids[]', 'never-was'],
      ['files[]', pdf('в.pdf')],
    ]);
    expect(reply.json().data).toMatchObject({ title: 'Планёрка', files: [{ name: 'б.pdf' }, { name: 'в.pdf' }] });
    expect((await fetchFile(files[0]?.url ?? '')).statusCode).toBe(403);
    expect((await app.db.select().from(discardedFiles)).map(({ storageKey }) => storageKey)).toContain(key);
  });

  test('are deleted with their meeting; files of another meeting cannot be removed by id', async () => {
    const { id, files } = await create([pdf('а.pdf'), pdf('б.pdf')]);
    const other = await create([pdf('чужой.pdf')]);
    const foreign = other.files[0]?.id ?? '';
    const kept = (await put(id, [['remove_file_ids[]', foreign]])).json().data;
    expect(kept.files).toHaveLength(2);
    expect(await keyOf(foreign)).not.toBe('');
    const keys = await Promise.all(files.map((file) => keyOf(file.id)));
    expect((await app.call(anna, 'DELETE', `/meetings/${id}`)).statusCode).toBe(204);
    const discarded = (await app.db.select().from(discardedFiles)).map(({ storageKey }) => storageKey);
    expect(discarded).toEqual(expect.arrayContaining(keys));
  });

  test.each([
    ['a program', new File(['MZ\x90'], 'счёт.pdf.exe'), 'Файл «счёт.pdf.exe» не принимается'],
    ['a program under a document’s name', new File(['MZ\x90'], 'счёт.pdf'), 'Файл «счёт.pdf» не принимается'],
    ['a page', text('отчёт.html', '<script>'), 'Файл «отчёт.html» не принимается'],
    ['a drawing that runs', text('схема.svg', '<svg onload="x">'), 'Файл «схема.svg» не принимается'],
    ['a script', text('запуск.ps1', 'rm'), 'Файл «запуск.ps1» не принимается'],
    ['a name of another direction', new File(['MZ'], 'счёт\u202efdp.exe'), 'Файл «счётfdp.exe» не принимается'],
    ['nothing', text('пусто.txt', ''), 'Файл «пусто.txt» пустой'],
  ])('%s is refused with a reason, and nothing is stored', async (_, file, words) => {
    const before = await app.db.$count(meetingFiles);
    const reply = await post([pdf('хороший.pdf'), file]);
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual({ files: [expect.stringContaining(words)] });
    expect(await app.db.$count(meetingFiles)).toBe(before);
  });

  test('too large a file, or too many at once, is a 413', async () => {
    const huge = new File(['%PDF-', new Uint8Array(25 * 1024 * 1024 - 4)], 'запись.pdf');
    for (const [files, words] of [
      [[huge], 'Файл больше 25 МБ'],
      [Array.from({ length: 11 }, (_, n) => pdf(`${n}.pdf`)), 'Не больше 10 файлов за один раз'],
    ] as const) {
      const reply = await post([...files]);
      expect([reply.statusCode, reply.json().errors]).toEqual([413, { files: [words] }]);
    }
  });

  test('are limited to fifty per meeting', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => pdf(`${n}.pdf`));
    const { id } = await create(ten);
    for (let n = 1; n < 5; n += 1) {
      expect(
        (
          await put(
            id,
            ten.map((file) => ['files[]', file]),
          )
        ).statusCode,
      ).toBe(200);
    }
    const reply = await put(id, [
      ['title', 'С полусотней'],
      ['files[]', pdf('лишний.pdf')],
    ]);
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { files: ['У встречи может быть не больше 50 файлов'] },
    ]);
    const { data } = (await app.call(anna, 'PUT', `/meetings/${id}`, {})).json();
    expect([data.title, data.files.length]).toEqual(['Планёрка', 50]);
  });

  test('a form sent twice at once makes one meeting with one file', async () => {
    const before = await app.db.$count(meetingFiles);
    const send = () => post([pdf('один.pdf')], { 'idempotency-key': 'form-1' });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await app.db.$count(meetingFiles)).toBe(before + 1);
    const other = await post([pdf('другой.pdf', 'x')], { 'idempotency-key': 'form-1' });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('a storage that fails in the middle leaves neither a meeting nor a file', async () => {
    const before = [await app.db.$count(meetings), await app.db.$count(meetingFiles)];
    const { adopt } = app.services.storage;
    const kept: string[] = [];
    const failing = vi.spyOn(app.services.storage, 'adopt').mockImplementation(async (path, key, type) => {
      if (kept.length === 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      kept.push(key);
      return adopt(path, key, type);
    });
    const reply = await post([pdf('первый.pdf'), pdf('второй.pdf')], { 'idempotency-key': 'full-disk' });
    failing.mockRestore();
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'storage_full']);
    expect([await app.db.$count(meetings), await app.db.$count(meetingFiles)]).toEqual(before);
    expect(await app.services.storage.size(kept[0] ?? '')).toBeUndefined();
    expect((await post([pdf('первый.pdf')], { 'idempotency-key': 'full-disk' })).statusCode).toBe(201);
  });
});
