import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerState } from '#contract/state/state.ts';
import { noteBackup } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { jobWords } from '#src/features/settings/state/job-words.ts';
import { ChatServer } from '#tests/support/chat-server.ts';
import { longTest } from '#tests/support/long-test.ts';
import { writeTinyModel } from '#tests/support/speech-model/tiny-model.ts';
import { MailServer } from './support/mail-server.ts';
import { type Node, startNode } from './support/node.ts';
import { SpeechEndpoint, sendJson } from './support/speech-endpoint.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the state of a server on %s', (kind) => {
  let app: TestApp;
  let admin: TestUser;
  const stops: { stop(): Promise<void> }[] = [];
  const start = async (config: TestAppOptions['config'] = {}) => {
    app = await startTestApp(kind, { config });
    admin = await app.addUser('admin');
  };
  const opened = async <T extends { stop(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const server = await opening;
    stops.push(server);
    return server;
  };
  afterEach(async () => {
    await app.close();
    for (const server of stops.splice(0)) await server.stop();
  });
  const state = async (): Promise<ServerState> => (await app.call(admin, 'GET', '/state')).json().data;
  const tried = async (part: string) => (await app.call(admin, 'POST', '/state/tests', { part })).json().data;

  test('every queue of the server has words on the screen', async () => {
    await start();
    // Those of the library itself begin with underscores.
    const asked = sql`select name from jobs.queue where left(name, 2) <> '__'`;
    const { rows } = (await app.db.execute(asked)) as unknown as { rows: { name: string }[] };
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ name }) => name).filter((name) => !jobWords[name])).toEqual([]);
  });

  test('a server by itself reports what it runs on and what it lacks', async () => {
    await start();
    const told = await state();
    expect(told).toMatchObject({
      database: { kind: kind === 'pglite' ? 'embedded' : 'postgres' },
      storage: { kind: 'folder' },
      mail: { connected: false, waiting: 0, failed: 0, stored: 0 },
      speech: { connected: false },
      model: { connected: false },
      jobs: { waiting: 0, running: 0, failed: 0 },
      people: 1,
      organization: false,
      errors: [],
    });
    expect(told.disk.total).toBeGreaterThan(told.disk.free);
    expect(told.database.size).toBeGreaterThan(0);
    expect(await tried('speech')).toEqual({ works: false, words: 'Распознавание речи не подключено.' });
    expect(await tried('model')).toEqual({ works: false, words: 'Языковая модель не подключена.' });
    const mail = await tried('mail');
    expect(mail).toEqual({ works: false, words: expect.stringMatching(/сохранено на сервере.*никуда не ушло/) });
    expect(await readdir(join(app.services.config.dataDir, 'mail'))).toHaveLength(1);
    expect(await tried('storage')).toEqual({ works: true, words: 'Файл записан, прочитан и удалён.' });
  });

  test('the disk, the jobs and the last backup are tested by using them', async () => {
    await start();
    expect(await tried('disk')).toEqual({ works: true, words: 'Файл записан на диск, прочитан и удалён.' });
    expect(await tried('jobs')).toMatchObject({ works: true, words: expect.stringMatching(/выполнено/) });
    expect(await tried('backup')).toMatchObject({ works: false, words: expect.stringMatching(/ещё не делали/) });
    const { dataDir } = app.services.config;
    await noteBackup(dataDir, { at: new Date().toISOString(), place: dataDir });
    expect(await tried('backup')).toMatchObject({ works: true, words: expect.stringMatching(/меньше суток назад/) });
    await noteBackup(dataDir, { at: new Date().toISOString(), place: join(dataDir, 'gone') });
    expect(await tried('backup')).toMatchObject({ works: false, words: expect.stringMatching(/больше нет/) });
    await noteBackup(dataDir, { at: '2020-01-01T00:00:00Z', place: 's3://copies' });
    expect(await tried('backup')).toMatchObject({ works: false, words: expect.stringMatching(/слишком старая/) });
  });

  test('reports the time and memory of processing steps', async () => {
    await start();
    const owner = await app.addUser();
    for (const memory of [300, 200]) {
      const id = (await app.call(owner, 'POST', '/protocols', { title: 'Совещание' })).json().data.id;
      const processing = [
        { step: 'poster', state: 'done' as const },
        { step: 'playable', state: 'done' as const, seconds: 1000 / memory, memory },
      ];
      await app.db.update(protocols).set({ processing }).where(eq(protocols.id, id));
    }
    const { processing } = await state();
    expect(processing).toEqual({ most_memory: 4 * 1024 ** 3, steps: [{ step: 'playable', seconds: 5, memory: 300 }] });
  });

  test('the mail test sends a mail to whoever requests it, and reports a refusal', async () => {
    const server = await opened(MailServer.start());
    await start({ smtpUrl: `smtp://name:%D0%B2%D0%B5%D1%80%D0%BD%D1%8B%D0%B9@127.0.0.1:${server.port}` });
    expect((await state()).mail).toMatchObject({ connected: true, address: `127.0.0.1:${server.port}` });
    expect(JSON.stringify(await state())).not.toContain('%D0');
    expect(await tried('mail')).toMatchObject({ works: true, words: expect.stringContaining(admin.email) });
    expect((await server.mail(admin.email, 'Проверка почты')).text).toContain('почта работает');
    server.answer = () => ({ code: 550, text: 'No such mailbox' });
    expect(await tried('mail')).toMatchObject({ works: false, words: expect.stringContaining('No such mailbox') });
  });

  test('lists the counted mails and jobs: recipient, kind, time and reason, without their contents', async () => {
    await start();
    const mail = (id: string, subject: string, more: { protocol?: string; at?: string; state?: string } = {}) => {
      const { protocol = null, at = '1 hour', state: is = 'failed' } = more;
      return app.db.execute(
        sql`insert into mails (id, recipient, subject, text, html, state, error, protocol_id, created_at)
            values (${id}, ${`${id}@example.ru`}, ${subject}, 'https://secret/link', 'https://secret/link', ${is},
              'Почтовый ящик не найден: 550', ${protocol}, now() - ${at}::interval)`,
      );
    };
    const owner = await app.addUser();
    const protocol = (await app.call(owner, 'POST', '/protocols', { title: 'Совещание' })).json().data.id;
    await mail('m1', 'Сброс пароля');
    await mail('m2', 'Приглашение: Тайная встреча, 26 ноября', { at: '2 hours' });
    await mail('m3', 'Слова секретаря: как есть', { at: '3 hours', protocol });
    await mail('m4', 'Давно', { at: '8 days' });
    await mail('m5', 'Сводка за неделю 16–22 ноября', { state: 'stored' });
    const listed = async (path: string) => (await app.call(admin, 'GET', path)).json();
    const failed = await listed('/state/mails?state=failed&limit=2');
    const words = 'Почтовый ящик не найден: 550';
    expect(failed.data).toMatchObject([
      { id: 'm1', to: 'm1@example.ru', kind: 'Сброс пароля', words, at: expect.stringMatching(/Z$/) },
      { id: 'm2', kind: 'Приглашение', words },
    ]);
    expect(failed.meta.total).toBe((await state()).mail.failed);
    expect((await listed('/state/mails?state=failed&limit=2&page=2')).data).toMatchObject([{ kind: 'Протокол' }]);
    expect((await listed('/state/mails?state=stored')).data).toMatchObject([{ id: 'm5' }]);
    expect(JSON.stringify(failed)).not.toMatch(/secret|Тайная|Слова/);
    await app.db.execute(sql`insert into jobs.job (name, state, output, created_on, completed_on, start_after)
      values ('send-mail', 'failed', '{"message": "Нет связи"}', now() - interval '2 hours', now(), now()),
        ('send-mail', 'failed', null, now() - interval '9 days', now() - interval '8 days', now())`);
    const jobs = await listed('/state/jobs?state=failed');
    expect(jobs.data).toMatchObject([{ queue: 'send-mail', words: 'Нет связи' }]);
    expect(jobs.meta.total).toBe((await state()).jobs.failed);
  });

  longTest('recent failed mails are counted with the last reason, those of long ago are not', async () => {
    await start();
    const mail = (id: string, at: string, error: string) =>
      app.db.execute(
        sql`insert into mails (id, recipient, subject, text, state, error, created_at)
            values (${id}, 'a@example.ru', 'О', '', 'failed', ${error}, now() - ${at}::interval)`,
      );
    await mail('m1', '8 days', 'давно');
    await mail('m2', '2 hours', 'первая');
    await mail('m3', '1 hour', 'последняя');
    expect((await state()).mail).toMatchObject({ failed: 2, last_failure: { words: 'последняя' } });
  });

  test('recognition and the model are tested as in use, and their answers are reported', async () => {
    const speech = await opened(SpeechEndpoint.start());
    const chat = await opened(ChatServer.start());
    chat.play(() => ({ ok: true }));
    const service = (url: string) => ({ url, key: 'secret-key', model: undefined });
    await start({ transcribe: service(speech.url), llm: service(chat.url) });
    expect(await state()).toMatchObject({
      speech: { connected: true, address: new URL(speech.url).host },
      model: { connected: true, address: new URL(chat.url).host },
    });
    expect(JSON.stringify(await state())).not.toContain('secret-key');
    expect(await tried('speech')).toEqual({ works: true, words: 'Служба распознавания приняла запись и ответила.' });
    expect(speech.asked[0]?.size).toBe(32_044);
    expect(await tried('model')).toEqual({ works: true, words: 'Языковая модель ответила.' });
    speech.behave = (reply) => sendJson(reply, {}, 401);
    expect(await tried('speech')).toMatchObject({ works: false, words: expect.stringContaining('не приняла ключ') });
    chat.play(() => ({ status: 401 }));
    expect(await tried('model')).toEqual({ works: false, words: 'Языковая модель не приняла ключ доступа.' });
    expect(await readdir(join(app.services.config.dataDir, 'work'))).toEqual([]);
  });

  test('a model on this machine is reported with its facts, tested as in use, and its problem is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-model-'));
    try {
      await writeTinyModel(folder);
      await start({
        speechModel: folder,
        transcribe: { url: 'http://127.0.0.1:9/v1', key: undefined, model: undefined },
      });
      const facts = { kind: 'NeMo CTC', licence: 'MIT', russian: true, marks: false, vad: true };
      expect((await state()).speech).toMatchObject({ connected: true, model: { folder, ...facts } });
      expect(await tried('speech')).toMatchObject({ works: true, words: expect.stringMatching(/час записи займёт/) });
      expect((await state()).speech.model).toMatchObject({ speed: expect.any(Number), memory: expect.any(Number) });
      await rm(join(folder, 'tokens.txt'));
      expect((await state()).speech).toEqual({
        connected: false,
        model: { folder, problem: expect.stringMatching(/нет файла tokens\.txt/) },
      });
      expect(await tried('speech')).toMatchObject({
        works: false,
        words: expect.stringMatching(/нет файла tokens\.txt/),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  longTest.runIf(kind === 'postgres')(
    'a server with the role api loads no model: one with jobs tests its own',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'protokol-model-'));
      let worker: Node | undefined;
      try {
        await writeTinyModel(folder);
        await start({ role: 'api', speechModel: join(folder, 'not-here') });
        expect((await state()).speech).toEqual({
          connected: false,
          model: { folder: join(folder, 'not-here'), problem: expect.stringMatching(/ещё ничего не сообщил/) },
        });
        const { config, database } = app.services;
        worker = await startNode({ ...config, role: 'worker', speechModel: folder }, database);
        expect((await state()).speech).toMatchObject({ connected: true, model: { folder, kind: 'NeMo CTC' } });
        expect(await tried('speech')).toMatchObject({ works: true, words: expect.stringMatching(/час записи займёт/) });
        expect((await state()).speech.model).toMatchObject({ speed: expect.any(Number) });
        await rm(join(folder, 'tokens.txt'));
        expect(await tried('speech')).toMatchObject({ works: false, words: expect.stringMatching(/tokens\.txt/) });
      } finally {
        await worker?.close();
        await rm(folder, { recursive: true });
      }
    },
  );

  test('a failing storage is reported, and errors of requests are recorded without their values', async () => {
    await start();
    const files = join(app.services.config.dataDir, 'files');
    await rm(files, { recursive: true, force: true });
    await writeFile(files, 'здесь должна быть папка');
    expect(await tried('storage')).toMatchObject({ works: false, words: expect.stringMatching(/не приняло файл/) });
    await app.db.execute(sql`alter table keywords rename to gone`);
    const secretary = await app.addUser('secretary');
    expect((await app.call(secretary, 'GET', '/keywords')).statusCode).toBe(500);
    expect((await state()).errors).toMatchObject([
      { where: 'GET /api/keywords', words: expect.stringContaining('keywords') },
    ]);
  });
});
