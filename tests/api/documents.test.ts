import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDocuments } from '#server/modules/documents/routes.ts';
import { createDocumentRenderer, type DocumentRenderer } from '#server/modules/documents/write-document.ts';
import { registerAuth } from '#server/modules/identity/auth/auth.ts';
import { spaceInSteps } from '#server/platform/files/index.ts';
import { registerErrors } from '#server/platform/http/errors.ts';
import { registerForms } from '#server/platform/http/form-body.ts';
import { validatorCompiler } from '#server/platform/http/validate.ts';
import type { Asker } from '#server/platform/threads/thread-pool.ts';
import { members, tasks } from '#server/schema/work.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { until } from '#tests/support/processes.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('documents on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp(kind);
    ({ anna, id } = await addDraft());
  });
  afterAll(() => app.close());

  /** Adds a draft with the number 12, of a new secretary. */
  async function addDraft() {
    const [id, agendaId] = [uuidv7(), uuidv7()];
    const anna = await app.addUser('secretary');
    const chairman = await app.addUser('external', { name: 'Иванов Сергей Петрович', position: 'директор' });
    const created = await app.call(anna, 'POST', '/protocols', {
      id,
      title: 'Совещание по бюджету',
      number: 12,
      held_at: '2026-11-20T00:30:00+10:00',
      place: 'Владивосток',
      chairman_id: chairman.id,
      agenda: [
        {
          id: agendaId,
          title: 'О смете',
          decisions: [{ text: 'Утвердить смету', evidence: { start: 760 } }],
          votes: { for: 2 },
        },
      ],
    });
    expect(created.statusCode).toBeLessThan(300);
    await app.db.insert(members).values({ id: uuidv7(), protocolId: id, memberId: anna.id, kind: 'secretary' });
    const task = {
      id: uuidv7(),
      protocolId: id,
      ownerId: anna.id,
      agendaId,
      title: 'Разослать смету',
      assigneeId: chairman.id,
    };
    await app.db.insert(tasks).values({ ...task, dueAt: '2026-11-27T18:00:00+10:00' });
    return { anna, id };
  }

  const get = (user: TestUser | null, format: string, protocol = id) =>
    app.call(user, 'GET', `/protocols/${protocol}/documents/${format}`);
  const pdfLines = async (user = anna, protocol = id) => {
    const { pages } = await readPdf((await get(user, 'pdf', protocol)).rawPayload);
    return pages.flatMap((page) => page.text.split('\n')).map((line) => line.replaceAll('\u00a0', ' ').trim());
  };

  test('a draft downloads as PDF, dated by the local day of its meeting place', async () => {
    const reply = await get(anna, 'pdf');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="protokol-12-2026-11-20.pdf"; filename*=UTF-8''${encodeURIComponent('Протокол № 12 от 20.11.2026.pdf')}`,
    );
    expect(reply.headers['cache-control']).toBe('private, no-cache');
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
    expect((await pdfLines()).filter(Boolean)).toEqual([
      'Проект',
      'ПРОТОКОЛ',
      'совещания по бюджету',
      expect.stringMatching(/^20 ноября 2026 г\. +Владивосток +№ 12$/),
      'Председательствующий – Иванов С. П., директор',
      'Секретарь – Петрова А. С.',
      'ПОВЕСТКА ДНЯ:',
      '1. О смете',
      '1. О смете',
      'РЕШИЛИ:',
      '1.1. Утвердить смету. (запись 00:12:40)',
      '1.2. Иванову С. П. до 27.11.2026 разослать смету.',
      'Голосовали: за – 2.',
      expect.stringMatching(/^Председательствующий +С\. П\. Иванов$/),
      expect.stringMatching(/^Секретарь +А\. С\. Петрова$/),
    ]);
  });

  test('download as DOCX, too', async () => {
    const reply = await get(anna, 'docx');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('Протокол № 12 от 20.11.2026.docx'));
    expect(zipEntries(reply.rawPayload).get('word/document.xml')?.toString()).toContain('Утвердить смету.');
  });

  test('return 404 or 403 to other people, and 401 without a session', async () => {
    for (const format of ['pdf', 'docx']) {
      const statuses = async (user: TestUser | null, protocol?: string) =>
        (await get(user, format, protocol)).statusCode;
      expect(await statuses(await app.addUser('secretary'))).toBe(404);
      expect(await statuses(anna, uuidv7())).toBe(404);
      expect(await statuses(await app.addUser('manager'))).toBe(404);
      for (const role of ['admin', 'external'] as const) expect(await statuses(await app.addUser(role))).toBe(403);
      expect(await statuses(null)).toBe(401);
    }
  });

  test('a final protocol prints «УТВЕРЖДАЮ»', async () => {
    const { anna, id } = await addDraft();
    const finished = await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    expect(finished.statusCode).toBeLessThan(300);
    expect((await app.call(anna, 'POST', `/protocols/${id}/final`)).statusCode).toBeLessThan(300);
    const lines = await pdfLines(anna, id);
    expect(lines.slice(0, 3)).toEqual(['УТВЕРЖДАЮ', 'Директор', '_______________ С. П. Иванов']);
    expect(lines[3]).toBe('«____» ______________ 20___ г.');
    expect(lines).not.toContain('Проект');
  });

  test('a client that disconnects aborts the rendering of its document', async () => {
    const own = Fastify();
    own.setValidatorCompiler(validatorCompiler);
    own.setSerializerCompiler(() => JSON.stringify);
    registerErrors(own);
    await registerForms(own, join(app.services.config.dataDir, 'own-forms'), spaceInSteps);
    registerAuth(own, app.services.auth);
    const asked = Promise.withResolvers<Asker | undefined>();
    const renderer: DocumentRenderer = {
      render: (_format, _document, asker) => {
        asked.resolve(asker);
        return new Promise((_, reject) =>
          asker?.disconnected.addEventListener('abort', () => reject(asker.disconnected.reason)),
        );
      },
      close: async () => undefined,
    };
    registerDocuments(own, { ...app.services, describeVideo: app.services.links.describe, renderer });
    const url = await own.listen();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${anna.token}` };
    const path = `${url}/api/protocols/${id}/documents/pdf?form=short`;
    const answer = fetch(path, { headers, signal: leaving.signal });
    const asker = await asked.promise;
    expect([asker?.id, asker?.disconnected.aborted]).toEqual([anna.id, false]);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until(() => asker?.disconnected.aborted || undefined, 'nobody waits');
    await own.close();
  });

  test('a document that fails to render returns 500 document_failed, with its cause in the log', async () => {
    const log: string[] = [];
    const broken = Fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } });
    broken.setValidatorCompiler(validatorCompiler);
    broken.setSerializerCompiler(() => JSON.stringify);
    registerErrors(broken);
    await registerForms(broken, join(app.services.config.dataDir, 'own-forms'), spaceInSteps);
    registerAuth(broken, app.services.auth);
    const script = join(app.services.config.dataDir, 'broken-worker.mjs');
    await writeFile(script, 'throw new Error("no more paper")');
    const renderer = createDocumentRenderer({ script: pathToFileURL(script) });
    registerDocuments(broken, { ...app.services, describeVideo: app.services.links.describe, renderer });
    const reply = await broken.inject({
      url: `/api/protocols/${id}/documents/pdf?form=short`,
      headers: { authorization: `Bearer ${anna.token}` },
    });
    await broken.close();
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      message: expect.stringContaining('Не удалось сформировать документ'),
      code: 'document_failed',
    });
    expect(log.join('')).toContain('no more paper');
  });
});
