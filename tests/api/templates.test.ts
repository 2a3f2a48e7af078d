import { buffer } from 'node:stream/consumers';
import { eq, notLike } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discardedFiles, mails } from '#server/schema/service.ts';
import { templateFiles } from '#server/schema/templates.ts';
import { until } from '#tests/support/processes.ts';
import { docxOf, templateForm } from '#tests/support/template-form.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('templates on %s', (kind) => {
  let app: TestApp;
  let url: string;
  let admin: TestUser;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    admin = await app.addUser('admin', { name: 'Котов Илья Львович' });
    anna = await app.addUser('secretary');
  });
  afterAll(() => app.close());

  const send = async (path: string, form: FormData, method = 'POST') => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const reply = await fetch(`${url}/api/settings/templates${path}`, { method, headers, body: form });
    return { status: reply.status, body: await reply.json() };
  };
  const add = async (text: string, name = `бланк-${uuidv7()}.docx`) => {
    const { status, body } = await send('', templateForm(docxOf(text), name));
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data;
  };
  const ok = async (reply: ReturnType<TestApp['call']>) => {
    const { statusCode, body } = await reply;
    expect(statusCode, body).toBeLessThan(300);
    return body && JSON.parse(body).data;
  };
  const bodyWith = async (template_id: string) =>
    ok(app.call(anna, 'POST', '/bodies', { name: 'Бюджетная комиссия', template_id }));
  const protocolOf = async (body_id?: string) =>
    (await ok(app.call(anna, 'POST', '/protocols', { title: 'О смете', place: 'Зал 1', body_id }))).id;
  const signOff = async (id: string) => {
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' }));
    await ok(app.call(anna, 'POST', `/protocols/${id}/final`, {}));
  };
  const docx = async (address: string, user = anna) => {
    const reply = await app.call(user, 'GET', address);
    expect(reply.statusCode, reply.body).toBe(200);
    const xml = zipEntries(reply.rawPayload).get('word/document.xml')?.toString() ?? '';
    const name = decodeURIComponent(
      /filename\*=UTF-8''(\S+)/.exec(String(reply.headers['content-disposition']))?.[1] ?? '',
    );
    return { text: [...xml.matchAll(/<w:t\b[^>]*>([^<]*)/g)].map(([, text]) => text).join(' '), name };
  };
  const docxOfProtocol = (id: string, query = '') => docx(`/protocols/${id}/documents/docx${query}`);

  test('are stored with their file, its author and the number of bodies using it, renamed, and read again', async () => {
    const file = docxOf('№ {номер}');
    const form = templateForm(file, 'Бланк ректората.docx');
    const made = (await send('', form)).body.data;
    expect(made).toMatchObject({
      ...{ name: 'Бланк ректората', file_name: 'Бланк ректората.docx', size: file.length, bodies_total: 0 },
      created_by_name: 'Котов Илья Львович',
    });
    await bodyWith(made.id);
    await ok(app.call(admin, 'PUT', `/settings/templates/${made.id}`, { name: 'Бланк 2027' }));
    const list = await ok(app.call(anna, 'GET', '/settings/templates'));
    expect(list).toContainEqual({ ...made, name: 'Бланк 2027', bodies_total: 1 });
    const read = await app.call(anna, 'GET', `/settings/templates/${made.id}/file`);
    expect(read.rawPayload.equals(file)).toBe(true);
    expect((await docx(`/settings/templates/${made.id}/example`)).text).toBe('№ 12');
    const sample = await app.call(admin, 'GET', '/settings/template-sample');
    const { status } = await send('', templateForm(sample.rawPayload, 'образец.docx'));
    expect(status).toBe(201);
  });

  test.each([
    [
      'an unknown field',
      docxOf('Дата', '{дотa}'),
      'а.docx',
      422,
      'Неизвестное поле {дотa}\u00a0— абзац 2; похоже на {дата}',
    ],
    ['macros by name', docxOf('{номер}'), 'а.docm', 422, expect.stringContaining('макросы')],
    ['another kind', Buffer.from('%PDF-'), 'а.pdf', 422, expect.stringContaining('Нужен файл DOCX')],
    ['a renamed file', Buffer.from('%PDF-'), 'а.docx', 422, expect.stringContaining('Это не файл DOCX')],
    ['nothing', Buffer.alloc(0), 'а.docx', 422, 'Файл пустой'],
    ['11 MB', Buffer.alloc(11 * 1024 ** 2), 'а.docx', 413, 'Файл больше 10 МБ'],
  ])('refuse %s at the file field, and store nothing of it', async (_what, file, name, status, message) => {
    const before = await app.db.$count(templateFiles);
    const refused = await send('', templateForm(file, name));
    expect(refused).toMatchObject({ status, body: { errors: { file: [message] } } });
    expect(await app.db.$count(templateFiles)).toBe(before);
  });

  test('refuse 50 MB by the content length, before it is read', async () => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      ...{ 'content-type': 'multipart/form-data; boundary=a', 'content-length': String(50 * 1024 ** 2) },
    };
    const reply = await app.app.inject({ method: 'POST', url: '/api/settings/templates', headers, payload: '--a' });
    expect(reply.statusCode).toBe(413);
  });

  test('a protocol is printed with the template of its body, another one, or the usual form', async () => {
    const chosen = await add('Бланк комиссии: {тема}, {место}');
    const other = await add('Другой бланк: {тема}');
    const body = await bodyWith(chosen.id);
    const id = await protocolOf(body.id);
    expect(await docxOfProtocol(id)).toEqual({ text: 'Бланк комиссии: О смете, Зал 1', name: 'Протокол.docx' });
    const once = await docxOfProtocol(id, `?template=${other.id}`);
    expect(once).toEqual({ text: 'Другой бланк: О смете', name: `Протокол (${other.name}).docx` });
    expect((await docxOfProtocol(id, '?template=usual')).text).toContain('ПРОТОКОЛ');
    expect((await docxOfProtocol(id, '?form=short')).text).toContain('ПРОТОКОЛ');
    expect((await docxOfProtocol(await protocolOf())).text).toContain('ПРОТОКОЛ');
    const { body: inPrint } = await ok(app.call(anna, 'GET', `/protocols/${id}`));
    expect(inPrint.template).toEqual({ id: chosen.id, name: chosen.name });
    const status = async (query: string) =>
      (await app.call(anna, 'GET', `/protocols/${id}/documents/docx${query}`)).statusCode;
    expect(await status(`?template=${uuidv7()}`)).toBe(404);
    expect(await status(`?template=${other.id}&form=short`)).toBe(422);
  });

  test('a mailed protocol is printed with the template of its body', async () => {
    const { id: templateId } = await add('Бланк для почты: {тема}');
    const id = await protocolOf((await bodyWith(templateId)).id);
    const letter = { recipients: [anna.id], subject: 'Протокол', text: 'Во вложении', format: 'docx' };
    await ok(app.call(anna, 'POST', `/protocols/${id}/send`, letter));
    const file = await until(async () => {
      const [mail] = await app.db.select().from(mails).where(eq(mails.protocolId, id));
      return mail?.attachments[0];
    }, 'the file of the mail');
    const bytes = await buffer(await app.services.storage.read(file.storage_key));
    expect(zipEntries(bytes).get('word/document.xml')?.toString()).toContain('Бланк для почты: О смете');
  });

  test('a signed protocol keeps its document whatever becomes of its template; an unused template file is discarded', async () => {
    const { id: templateId } = await add('Первый бланк: {тема}');
    const body = await bodyWith(templateId);
    const [signed, late] = [await protocolOf(body.id), await protocolOf(body.id)];
    await signOff(signed);
    const replaced = templateForm(docxOf('Второй бланк: {тема}'), 'второй.docx');
    replaced.append('_method', 'PUT');
    expect((await send(`/${templateId}`, replaced)).status).toBe(200);
    expect((await docxOfProtocol(signed)).text).toBe('Первый бланк: О смете');
    expect((await docxOfProtocol(late)).text).toBe('Второй бланк: О смете');
    const [version] = await ok(app.call(anna, 'GET', `/protocols/${signed}/versions`));
    expect(version.template_name).toMatch(/^бланк-.*\.docx$/);

    // The documents of the signed protocol are being written beside: each is reserved for a moment.
    const isOther = notLike(discardedFiles.storageKey, 'documents/%');
    const filesBefore = await app.db.$count(discardedFiles, isOther);
    await ok(app.call(admin, 'DELETE', `/settings/templates/${templateId}`));
    expect((await docxOfProtocol(signed)).text).toBe('Первый бланк: О смете');
    expect((await docxOfProtocol(late)).text).toContain('ПРОТОКОЛ');
    expect((await ok(app.call(anna, 'GET', `/bodies/${body.id}`))).template_id).toBeNull();
    expect(await app.db.$count(discardedFiles, isOther)).toBe(filesBefore + 1);
    const gone = await app.call(anna, 'PUT', `/bodies/${body.id}`, { template_id: templateId });
    expect([gone.statusCode, gone.json().errors.template_id[0]]).toEqual([
      422,
      'Такого шаблона больше нет. Выберите другой или обычный вид',
    ]);
  });
});
