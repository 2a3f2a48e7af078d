import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProtocolVersion, SignedOffVersion } from '#contract/documents/document.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { settings } from '#server/schema/service.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { until } from '#tests/support/processes.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(databaseKinds)('final versions on %s', (kind) => {
  let app: TestApp;
  let now: Date;

  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
  });
  beforeEach(async () => {
    now = new Date('2026-11-21T09:00:00Z');
    await app.db.delete(settings).where(eq(settings.name, 'documents'));
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function ok(reply: ReturnType<TestApp['call']>) {
    const { statusCode, body } = await reply;
    expect(statusCode, body).toBeLessThan(300);
    return body === '' ? undefined : JSON.parse(body).data;
  }
  const text = async (bytes: Buffer) => (await readPdf(bytes)).pages.map((page) => page.text).join('\n');
  const question = (item: string, decision: string) => [
    { id: item, title: 'О смете', decisions: [{ id: uuidv7(), text: decision }] },
  ];

  /** Adds a draft with the number 12, of a new secretary, and returns what the tests do with it. */
  async function addDraft() {
    const anna = await app.addUser('secretary');
    const [id, item] = [uuidv7(), uuidv7()];
    const agenda = question(item, 'Утвердить смету');
    await ok(app.call(anna, 'POST', '/protocols', { id, title: 'Совещание', number: 12, agenda }));
    const versions = async (): Promise<ProtocolVersion[]> => ok(app.call(anna, 'GET', `/protocols/${id}/versions`));
    return {
      ...{ anna, id, item, versions },
      signOff: async () => {
        await ok(app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' }));
        await ok(app.call(anna, 'POST', `/protocols/${id}/final`));
      },
      reopen: (reopen_reason: string) => ok(app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason })),
      change: (decision: string) => ok(app.call(anna, 'PUT', `/protocols/${id}`, { agenda: question(item, decision) })),
      /** Waits until the files of all versions are made. */
      made: () =>
        until(async () => {
          const all = await versions();
          return all.every((each) => each.pdf_sha256 && each.docx_sha256) ? all : undefined;
        }, 'the files of the versions'),
      file: (format: string, query = '') =>
        app.call(anna, 'GET', `/protocols/${id}/documents/${format}${query}`).then((reply) => reply.rawPayload),
    };
  }
  /** Adds the same draft, signed off, reopened and signed off once more with another decision. */
  async function addTwoVersions() {
    const draft: Awaited<ReturnType<typeof addDraft>> = await addDraft();
    await draft.signOff();
    await draft.reopen('Опечатка в решении');
    await draft.change('Отклонить смету');
    await draft.signOff();
    return draft;
  }

  test('a protocol of a future meeting becomes final only with explicit confirmation', async () => {
    const { anna, id } = await addDraft();
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { held_at: '2026-11-22T10:00:00+03:00', stage: 'finish' }));
    const refused = await app.call(anna, 'POST', `/protocols/${id}/final`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'meeting_ahead']);
    const { stage } = await ok(app.call(anna, 'POST', `/protocols/${id}/final`, { before_meeting: true }));
    expect(stage).toBe('final');
  });

  test('a protocol in the wrong stage is refused with illegal_stage, also before its meeting', async () => {
    const { anna, id } = await addDraft();
    const refused = async () => {
      const reply = await app.call(anna, 'POST', `/protocols/${id}/final`);
      return [reply.statusCode, reply.json().code, reply.json().data];
    };
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { held_at: '2026-11-22T10:00:00+03:00' }));
    expect(await refused()).toEqual([409, 'illegal_stage', { stage: 'no_video' }]);
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' }));
    await ok(app.call(anna, 'POST', `/protocols/${id}/final`, { before_meeting: true }));
    expect(await refused()).toEqual([409, 'illegal_stage', { stage: 'final' }]);
  });

  test('do not exist until a protocol is final', async () => {
    const { anna, id, versions } = await addDraft();
    expect(await versions()).toEqual([]);
    expect((await app.call(anna, 'GET', `/protocols/${id}/documents/pdf?edition=1`)).statusCode).toBe(404);
  });

  test('the PDF and DOCX are made in the background and match their SHA-256 on every download', async () => {
    const { signOff, file, made } = await addDraft();
    await signOff();
    // Requested twice at once before the job has made the file: only one of the two is kept.
    const [one, other] = await Promise.all([file('pdf'), file('pdf')]);
    expect(one.equals(other)).toBe(true);
    const [version] = await made();
    expect(sha256(one)).toBe(version?.pdf_sha256);
    expect(version).toEqual({
      edition: 1,
      number: '12',
      created_at: expect.stringMatching(/Z$/),
      created_by_name: 'Петрова Анна Сергеевна',
      reopened_for: null,
      reopened_at: null,
      pdf_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      docx_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      template_name: null,
      signatures: [],
    });
    for (const query of ['', '', '?edition=1', '?form=full']) {
      expect(sha256(await file('pdf', query))).toBe(version?.pdf_sha256);
      expect(sha256(await file('docx', query))).toBe(version?.docx_sha256);
    }
  });

  test('reopened with a reason, edited and signed off again: each version stays as it was', async () => {
    const { signOff, reopen, change, file, versions, made } = await addDraft();
    await signOff();
    const [first] = await made();
    const before = await file('pdf');
    now = new Date('2026-11-21T09:05:00Z');
    await reopen('Опечатка в решении');
    expect((await versions())[0]).toMatchObject({
      reopened_for: 'Опечатка в решении',
      reopened_at: '2026-11-21T09:05:00.000Z',
    });
    await change('Отклонить смету');
    expect(await text(await file('pdf'))).toContain('Проект');
    expect(await file('pdf', '?edition=1')).toEqual(before);

    await signOff();
    const both = await made();
    expect(both.map(({ edition }) => edition)).toEqual([2, 1]);
    expect(both[1]).toMatchObject({ pdf_sha256: first?.pdf_sha256, docx_sha256: first?.docx_sha256 });
    expect(await file('pdf', '?edition=1')).toEqual(before);
    expect(await text(before)).toContain('Утвердить смету');
    const second = await file('pdf', '?edition=2');
    expect(second).toEqual(await file('pdf'));
    expect(sha256(second)).toBe(both[0]?.pdf_sha256);
    expect(await text(second)).toContain('Отклонить смету');
    expect(await text(await file('pdf', '?edition=1&form=short'))).toContain('Утвердить смету');
  });

  test('each is returned as it was signed off, to its owner only', async () => {
    const { anna, id } = await addTwoVersions();
    const read = (edition: number, user = anna) => app.call(user, 'GET', `/protocols/${id}/versions/${edition}`);
    const decided = ({ protocol }: SignedOffVersion) => protocol.agenda?.[0]?.decisions?.map((each) => each.text);
    const [first, second] = [await ok(read(1)), await ok(read(2))];
    expect([decided(first), decided(second)]).toEqual([['Утвердить смету'], ['Отклонить смету']]);
    expect(first).toMatchObject({ edition: 1, number: '12', reopened_for: 'Опечатка в решении' });
    expect(first.protocol).toMatchObject({ id, stage: 'final', title: 'Совещание' });
    expect(first.settings).toMatchObject({ present_limit: 15, signed_by: ['chairman', 'secretary'] });
    expect(first.people).toEqual([expect.objectContaining({ id: anna.id, name: 'Петрова Анна Сергеевна' })]);
    expect((await read(3)).statusCode).toBe(404);
    expect((await read(1, await app.addUser('secretary'))).statusCode).toBe(404);
  });

  test('without a secretary the owner is printed as such, in the draft and in the signed version', async () => {
    const { anna, id, file, signOff } = await addDraft();
    await app.db.update(protocols).set({ secretaryId: null }).where(eq(protocols.id, id));
    expect(await text(await file('pdf'))).toContain('Секретарь – Петрова А. С.');
    await signOff();
    expect(await text(await file('pdf'))).toContain('Секретарь – Петрова А. С.');
    const { protocol } = await ok(app.call(anna, 'GET', `/protocols/${id}/versions/1`));
    expect(protocol.secretary_id).toBe(anna.id);
  });

  test('a person without a name is printed by e-mail, also in versions signed off before that was stored', async () => {
    const { anna, id, signOff, file } = await addDraft();
    const chairman = await app.addUser('secretary', { name: '' });
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { chairman_id: chairman.id }));
    await signOff();
    const own = eq(finalVersions.protocolId, id);
    const [version] = await app.db.select().from(finalVersions).where(own);
    if (!version) throw new Error('No version');
    const { people } = version.snapshot;
    expect(people).toContainEqual(expect.objectContaining({ id: chairman.id, name: chairman.email }));
    const nameless = people.map((person) => ({ ...person, name: person.id === chairman.id ? '' : person.name }));
    const snapshot = { ...version.snapshot, people: nameless };
    await app.db.update(finalVersions).set({ snapshot }).where(own);
    expect((await ok(app.call(anna, 'GET', `/protocols/${id}/versions/1`))).people).toEqual(people);
    expect((await text(await file('pdf', '?form=short'))).replaceAll('\u00a0', ' ').replaceAll('\n', '')).toContain(
      `Председательствующий – ${chairman.email}`,
    );
  });

  test('a stored file that was tampered with is never handed out', async () => {
    const { anna, id, file, made } = await addTwoVersions();
    await made();
    const rows = await app.db.select().from(finalVersions).where(eq(finalVersions.protocolId, id));
    const key = rows.find(({ edition }) => edition === 2)?.pdfKey ?? '';
    const kept = await file('pdf', '?edition=2');
    await app.services.storage.put(key, Buffer.from('подмена'));
    const reply = await app.call(anna, 'GET', `/protocols/${id}/documents/pdf?edition=2`);
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'document_failed']);
    await app.services.storage.put(key, kept);
    expect(await file('pdf', '?edition=2')).toEqual(kept);
  });

  test('each form has its own file name', async () => {
    const { anna, id, item, signOff } = await addDraft();
    await signOff();
    const name = async (query: string) => {
      const reply = await app.call(anna, 'GET', `/protocols/${id}/documents/pdf${query}`);
      expect(reply.statusCode, query).toBe(200);
      return /filename="([^"]+)"/.exec(String(reply.headers['content-disposition']))?.[1];
    };
    expect(await name('?form=short')).toBe('kratkiy-protokol-12.pdf');
    expect(await name(`?form=extract&item=${item}`)).toBe('vypiska-12-1.pdf');
    expect(await name('?form=present')).toBe('spisok-12.pdf');
    const status = async (query: string) =>
      (await app.call(anna, 'GET', `/protocols/${id}/documents/docx${query}`)).statusCode;
    expect(await status('?form=extract')).toBe(422);
    expect(await status('?form=extract&item=other')).toBe(404);
    expect(await status('?form=long')).toBe(422);
    expect(await status('?edition=3')).toBe(404);
    expect(await status('?edition=0')).toBe(422);
  });

  test('an administrator changes the print settings, a secretary reads them', async () => {
    const admin = await app.addUser('admin');
    const anna = await app.addUser('secretary');
    expect(await ok(app.call(anna, 'GET', '/settings/documents'))).toEqual({
      organization: '',
      qr_code: false,
      present_limit: 15,
      chairman_listed: false,
      approval: true,
      approver_position: '',
      approver_name: '',
      signed_by: ['chairman', 'secretary'],
      time_zone: 'Europe/Moscow',
    });
    const wanted = { organization: 'Холдинг «Север»', present_limit: 30, approval: false, signed_by: ['secretary'] };
    await ok(app.call(admin, 'PUT', '/settings/documents', wanted));
    expect(await ok(app.call(anna, 'GET', '/settings/documents'))).toMatchObject(wanted);
    const wrong = await app.call(admin, 'PUT', '/settings/documents', { signed_by: [], present_limit: 0 });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['present_limit', 'signed_by']]);
    const draft = (await ok(app.call(anna, 'POST', '/protocols', { title: 'Планёрка' }))).id;
    const printed = await app.call(anna, 'GET', `/protocols/${draft}/documents/pdf`);
    expect(await text(printed.rawPayload)).toContain('Холдинг «Север»');
    await ok(app.call(anna, 'DELETE', `/protocols/${draft}`));
  });

  test('every form of a version is printed by the settings that it was signed off with', async () => {
    const { item, signOff, reopen, file } = await addTwoVersions();
    const admin = await app.addUser('admin');
    const approver = { approver_position: 'Директор', approver_name: 'Волков Пётр Ильич' };
    await ok(app.call(admin, 'PUT', '/settings/documents', approver));
    await reopen('Новый директор');
    await signOff();
    const later = {
      approver_position: 'И. о. директора',
      approver_name: 'Зайцев Олег Юрьевич',
      time_zone: 'Asia/Omsk',
    };
    await ok(app.call(admin, 'PUT', '/settings/documents', { ...later, organization: 'Холдинг «Юг»' }));
    for (const form of ['form=full', 'form=short', `form=extract&item=${item}`]) {
      const newest = await text(await file('pdf', `?${form}`));
      expect(newest, form).not.toMatch(/Зайцев|Холдинг/);
      expect(await text(await file('pdf', `?edition=2&${form}`)), form).not.toMatch(/Зайцев|Волков|Холдинг/);
    }
    expect(await text(await file('pdf', '?form=short'))).toContain('Волков');
  });

  test('a protocol that was ever final is not deleted, its number stays taken and its versions readable', async () => {
    const { anna, id, reopen, file } = await addTwoVersions();
    const before = await file('pdf', '?edition=1');
    await reopen('Не нужен');
    const refused = await app.call(anna, 'DELETE', `/protocols/${id}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'final_version_kept',
        message: 'У протокола есть подписанная версия: удалить его нельзя',
        data: { editions_total: 2 },
      },
    ]);
    expect(await file('pdf', '?edition=1')).toEqual(before);
    expect(await ok(app.call(anna, 'GET', `/protocols/${id}`))).toMatchObject({ stage: 'finish', editions_total: 2 });
    const taken = await app.call(anna, 'POST', '/protocols', { title: 'Другой', number: 12 });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'number_taken']);
  });

  test('a never-final protocol can be deleted; the list counts the versions of each', async () => {
    const { anna, id } = await addTwoVersions();
    now = new Date('2026-11-21T09:05:00Z');
    const other = await ok(app.call(anna, 'POST', '/protocols', { title: 'Черновик' }));
    const rows = await ok(app.call(anna, 'GET', '/protocols'));
    const editions = rows.map((row: { id: string; editions_total: number }) => [row.id, row.editions_total]);
    expect(editions).toEqual([
      [other.id, 0],
      [id, 2],
    ]);
    expect((await app.call(anna, 'DELETE', `/protocols/${other.id}`)).statusCode).toBe(204);
  });

  test('electronic signatures are printed on a copy; the signed files stay unchanged', async () => {
    const { anna, file, id, made, signOff } = await addDraft();
    await signOff();
    const [before] = await made();
    const [draftCopy, ivanov] = [
      '?form=signed&edition=1',
      {
        certificate: '00B8 12F4 7C3E',
        owner: 'Иванов Сергей Петрович',
        valid_from: '2026-01-12',
        valid_to: '2027-01-12',
      },
    ];
    const none = await app.call(anna, 'GET', `/protocols/${id}/documents/pdf${draftCopy}`);
    expect([none.statusCode, none.json().errors.form]).toEqual([
      422,
      ['У этой версии нет сведений об электронной подписи'],
    ]);
    const mark = (signatures: object[], as = anna, edition = '1') =>
      app.call(as, 'PUT', `/protocols/${id}/versions/${edition}/signatures`, { signatures });
    expect(await ok(mark([ivanov]))).toMatchObject({ edition: 1, signatures: [ivanov] });
    const copy = await text(await file('pdf', draftCopy));
    expect(copy).toContain('ДОКУМЕНТ ПОДПИСАН');
    expect(copy).toMatch(
      /Сертификат 00B8 12F4 7C3E\s+Владелец Иванов Сергей Петрович\s+Действителен с 12\.01\.2026 по 12\.01\.2027/,
    );
    const [after] = await made();
    expect([after?.pdf_sha256, after?.signatures]).toEqual([before?.pdf_sha256, [ivanov]]);
    expect(await text(await file('pdf', '?edition=1'))).not.toContain('ЭЛЕКТРОННОЙ');
    // Refused: another secretary's protocol, a missing version, and days in the wrong order.
    expect((await mark([ivanov], await app.addUser('secretary'))).statusCode).toBe(404);
    expect((await mark([ivanov], anna, '2')).statusCode).toBe(404);
    const late = await mark([{ ...ivanov, valid_to: '2025-01-12' }]);
    expect([late.statusCode, late.json().errors]).toEqual([422, { 'signatures.0.valid_to': ['Не раньше начала'] }]);
    expect(await ok(mark([]))).toMatchObject({ signatures: [] });
  });
});
