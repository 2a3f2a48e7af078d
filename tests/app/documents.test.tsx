import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'final',
  number: '12',
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00+03:00',
  version: 5,
  agenda: [
    { id: 'a1', title: 'О смете' },
    { id: 'a2', title: 'О договоре' },
  ],
  tasks: [],
  members: [],
};
const sums = { pdf_sha256: 'a'.repeat(64), docx_sha256: 'b'.repeat(64) };
const versions = [
  { edition: 2, number: '12', created_at: '2026-11-22T10:00:00Z', created_by_name: 'Петрова Анна Сергеевна', ...sums },
  {
    edition: 1,
    number: '12',
    created_at: '2026-11-21T10:00:00Z',
    created_by_name: 'Петрова Анна Сергеевна',
    reopened_for: 'Опечатка в решении',
    reopened_at: '2026-11-21T12:00:00Z',
    ...sums,
  },
];
const people = [
  { id: 'u1', name: 'Иванов Сергей Петрович', email: 'ivanov@example.ru' },
  { id: 'u2', name: 'Орлова Елена Викторовна', email: 'orlova@example.ru' },
];
const item = (data: unknown) => () => Response.json({ data });

function open(change: object = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['idempotency', 'versions', 'documents'] }),
    'GET /protocols/p1': item({ ...protocol, ...change }),
    'GET /protocols': item([]),
    'GET /protocols/p1/versions': item(versions),
    'GET /protocols/p1/mails': item([]),
    'GET /protocols/p1/recipients': item({ people, by_smtp: true }),
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

const filesOf = /^Версии/;

async function choose(person: ReturnType<typeof open>['person'], title: string | RegExp, menu = 'Документы') {
  await person.click(await screen.findByRole('button', { name: menu }));
  await person.click(await screen.findByRole('menuitem', { name: title }));
}

test('lists the versions: which is in force, why the earlier one was reopened, and their checksums', async () => {
  const { person } = open();
  await choose(person, filesOf);
  const list = await screen.findByRole('list', { name: 'Версии' });
  const [second, first] = within(list).getAllByRole('listitem');
  expect(second).toHaveTextContent(/^Версия 2действует№ 12 · 22 ноября.*Петрова А. С\./);
  expect(first).toHaveTextContent(/^Версия 1№ 12.*Открыта заново 21 ноября.*: Опечатка в решении/);
  expect(within(list).getAllByText('a'.repeat(64))).toHaveLength(2);
});

test('versions that fail to load offer a retry; the mails are shown without them', async () => {
  let isAway = true;
  const mail = { id: 'm1', recipient: 'ivanov@example.ru', state: 'sent', sent_at: '2026-11-22T10:00:00Z' };
  const { person } = open(
    {},
    {
      'GET /protocols/p1/versions': () => (isAway ? refuse(403, 'forbidden', 'Недостаточно прав') : item(versions)()),
      'GET /protocols/p1/mails': item([mail]),
    },
  );
  await choose(person, filesOf);
  const dialog = within(await screen.findByRole('dialog', { name: 'Документы' }));
  expect(await dialog.findByRole('list', { name: 'Письма' })).toHaveTextContent('ivanov@example.ru');
  isAway = false;
  await person.click(await dialog.findByRole('button', { name: 'Повторить' }));
  expect(await dialog.findByRole('list', { name: 'Версии' })).toBeVisible();
});

test('a version is downloaded by its edition number', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { server, person } = open(
    {},
    {
      'GET /protocols/p1/documents/pdf': () =>
        new Response('%PDF', { headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment' } }),
    },
  );
  await choose(person, filesOf);
  await person.click(await screen.findByRole('button', { name: 'Версия 1: скачать PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const asked = server.received.find(({ path }) => path === '/protocols/p1/documents/pdf');
  expect(asked?.query.toString()).toBe('edition=1');
  saved.mockRestore();
});

test('an electronic signature is recorded from the certificate, and a copy with its mark is offered', async () => {
  const capabilities = ['client-ids', 'idempotency', 'versions', 'documents', 'signature-marks'];
  let signatures: object[] = [];
  const { server, person } = open(
    {},
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities }),
      'GET /protocols/p1/versions': () => item([{ ...versions[0], signatures }])(),
      'PUT /protocols/p1/versions/2/signatures': ({ body }) => {
        signatures = (body as { signatures: object[] }).signatures;
        return item({ ...versions[0], signatures })();
      },
    },
  );
  await choose(person, filesOf);
  await person.click(await screen.findByRole('button', { name: 'Электронная подпись: отметить в версии 2' }));
  const form = within(await screen.findByRole('dialog', { name: 'Кто подписал электронной подписью' }));
  await person.click(form.getByRole('textbox', { name: 'Номер сертификата' }));
  await person.paste('00B8 12F4');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(form.getByRole('textbox', { name: 'Владелец' })).toBeInvalid();
  await person.click(form.getByRole('textbox', { name: /^Владелец/ }));
  await person.paste('Иванов Сергей Петрович');
  await person.click(form.getByRole('spinbutton', { name: /день.*Действителен с/ }));
  await person.keyboard('12012026');
  await person.click(await form.findByRole('spinbutton', { name: /день.*Действителен по/ }));
  await person.keyboard('12012027');
  await person.click(await form.findByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Электронной подписью: Иванов Сергей Петрович')).toBeVisible();
  expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
    signatures: [
      { certificate: '00B8 12F4', owner: 'Иванов Сергей Петрович', valid_from: '2026-01-12', valid_to: '2027-01-12' },
    ],
  });
  expect(
    screen.getByRole('button', { name: 'Копия с отметкой об электронной подписи: скачать, версия 2' }),
  ).toBeVisible();
});

test('an older version is shown on the screen as it was signed off, and closed again', async () => {
  const [, older] = versions;
  const said = {
    ...protocol,
    title: 'Совещание по смете',
    agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить прежнюю смету' }] }],
    members: [{ id: 'm1', member_id: 'u1', kind: 'present' }],
    tasks: [{ id: 't1', status: 'new', title: 'Разослать', assignee_id: 'u1' }],
    attachments: [{ id: 'f1', agenda_id: 'a1', name: 'смета.pdf', title: 'Прежняя смета', url: '/api/f1?signature=s' }],
  };
  const { person, address } = open(
    { agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить новую смету' }] }] },
    { 'GET /protocols/p1/versions/1': item({ ...older, protocol: said, people: [people[0]] }) },
  );
  expect(await screen.findByText('Утвердить новую смету')).toBeVisible();
  await choose(person, filesOf);
  await person.click(await screen.findByRole('link', { name: 'Версия 1, читать' }));
  const heading = await screen.findByRole('heading', { name: 'Версия 1, не действует' });
  await waitFor(() => expect(heading).toHaveFocus());
  const sheet = within(heading.closest('section') as HTMLElement);
  expect(sheet.getByText(/^№ 12 · 21 ноября.*Петрова А. С\.$/)).toBeVisible();
  expect(sheet.getByText(/^Открыта заново 21 ноября.*: Опечатка в решении$/)).toBeVisible();
  expect(sheet.getByRole('heading', { name: 'Совещание по смете' })).toBeVisible();
  expect(sheet.getByText('Утвердить прежнюю смету')).toBeVisible();
  expect(sheet.getByText('Присутствовали: Иванов С. П.')).toBeVisible();
  expect(sheet.getByText('— Иванов С. П.')).toBeVisible();
  const files = await sheet.findByRole('list', { name: 'Приложения к вопросу 1' });
  expect(within(files).getByRole('link', { name: 'Прежняя смета' })).toHaveAttribute('href', '/api/f1?signature=s');
  expect(within(files).queryByRole('button')).toBeNull();
  expect(sheet.getByText('a'.repeat(64))).toBeInTheDocument();
  for (const format of ['PDF', 'DOCX']) {
    expect(sheet.getByRole('button', { name: `Версия 1: скачать ${format}` })).toBeVisible();
  }
  expect(screen.queryByText('Утвердить новую смету')).toBeNull();
  await person.click(sheet.getByRole('button', { name: 'К протоколу' }));
  expect(await screen.findByText('Утвердить новую смету')).toBeVisible();
  expect(address()).toBe('/main/protocols/p1');
});

test('an extract of the second question is asked for as DOCX', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const { server, person } = open(
    {},
    {
      'GET /protocols/p1/documents/docx': () => new Response('PK', { headers: { 'Content-Type': type } }),
    },
  );
  await choose(person, 'Скачать другой документ…');
  const dialog = await screen.findByRole('dialog', { name: 'Скачать документ' });
  expect(within(dialog).queryByLabelText('Вопрос повестки')).toBeNull();
  await person.selectOptions(within(dialog).getByLabelText('Документ'), 'Выписка по вопросу');
  await person.selectOptions(within(dialog).getByLabelText('Вопрос повестки'), '2. О договоре');
  await person.selectOptions(within(dialog).getByLabelText('Файл'), 'docx');
  await person.click(within(dialog).getByRole('button', { name: 'Скачать' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const asked = server.received.find(({ path }) => path === '/protocols/p1/documents/docx');
  expect(asked?.query.toString()).toBe('form=extract&item=a2');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  saved.mockRestore();
});

test('a final protocol is reopened with a reason, and never without one', async () => {
  let isOpen = false;
  const { server, person } = open(
    {},
    {
      'POST /protocols/p1/final': () => {
        isOpen = true;
        return Response.json({ data: { ...protocol, stage: 'finish', version: 6 } });
      },
      'GET /protocols/p1': () =>
        Response.json({ data: isOpen ? { ...protocol, stage: 'finish', version: 6 } : protocol }),
    },
  );
  await choose(person, 'Открыть для изменений…', 'Другие действия');
  const dialog = await screen.findByRole('dialog', { name: 'Открыть итоговый протокол для изменений?' });
  const confirm = within(dialog).getByRole('button', { name: 'Открыть для изменений' });
  await person.click(confirm);
  expect(await within(dialog).findByText('Поле обязательно для заполнения')).toBeVisible();
  await person.type(within(dialog).getByLabelText('Причина'), 'Опечатка');
  await person.click(confirm);
  expect(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' })).toBeVisible();
  const sent = server.received.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ reopen_reason: 'Опечатка', version: 5 });
});

test('a mail goes to the ticked people with the chosen document; a lost answer is retried with the same key', async () => {
  let lost = true;
  const mail = { id: 'm1', recipient: 'orlova@example.ru', name: 'Орлова Елена Викторовна', state: 'sent' };
  const { server, person } = open(
    {},
    {
      'POST /protocols/p1/send': () => {
        if (lost) {
          lost = false;
          return refuse(503, 'unavailable', 'Сервер перезапускается');
        }
        return Response.json({ data: [mail] });
      },
    },
  );
  await choose(person, 'Отправить по почте…');
  const dialog = await screen.findByRole('dialog', { name: 'Отправить протокол по почте' });
  await person.click(await within(dialog).findByRole('checkbox', { name: /Иванов/ }));
  expect(within(dialog).getByLabelText('Тема')).toHaveValue('Протокол № 12 от 20.11.2026: Совещание по бюджету');
  await person.selectOptions(within(dialog).getByLabelText('Документ'), 'Краткая форма');
  const submit = within(dialog).getByRole('button', { name: 'Отправить' });
  await person.click(submit);
  expect(await within(dialog).findByText(/^Не отправлено\./)).toBeVisible();
  server.answers['GET /protocols/p1/mails'] = item([mail]);
  await person.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose(person, filesOf);
  const list = await screen.findByRole('list', { name: 'Письма' });
  expect(list).toHaveTextContent(/Орлова Е. В\..*отправлено/);
  const [first, second] = server.received.filter(({ path }) => path === '/protocols/p1/send');
  expect(first?.body).toMatchObject({ recipients: ['u2'], form: 'short', format: 'pdf' });
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('a mail goes to a guest and to typed addresses; an invalid address is reported at its field', async () => {
  const guest = { id: 'g1', name: 'Гостева Мария', email: 'gosteva@example.ru', is_guest: true };
  const { server, person } = open(
    {},
    {
      'GET /protocols/p1/recipients': item({ people: [guest], by_smtp: true, takes_addresses: true }),
      'POST /protocols/p1/send': item([]),
    },
  );
  await choose(person, 'Отправить по почте…');
  const dialog = await screen.findByRole('dialog', { name: 'Отправить протокол по почте' });
  const ticked = await within(dialog).findByRole('checkbox', { name: /Гостева.*гость встречи/ });
  expect(ticked).not.toBeChecked();
  const other = within(dialog).getByLabelText('Другие адреса');
  await person.type(other, 'archive@example.ru, архив');
  await person.click(within(dialog).getByRole('button', { name: 'Отправить' }));
  expect(await within(dialog).findByText('Неверный формат e-mail: архив')).toBeVisible();
  await person.clear(other);
  await person.type(other, 'Архив <archive@example.ru>; a@почта.рф; a@xn--80a1acny.xn--p1ai');
  await person.click(ticked);
  await person.click(await within(dialog).findByRole('button', { name: 'Отправить' }));
  expect(await screen.findByText('Отправляем 3 письма')).toBeVisible();
  const sent = server.received.find(({ path }) => path === '/protocols/p1/send');
  expect(sent?.body).toMatchObject({
    recipients: ['g1'],
    addresses: ['archive@example.ru', 'a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  });
});

test('a mail without recipients is not sent', async () => {
  const { server, person } = open();
  await choose(person, 'Отправить по почте…');
  const dialog = await screen.findByRole('dialog', { name: 'Отправить протокол по почте' });
  for (const name of [/Иванов/, /Орлова/]) await person.click(await within(dialog).findByRole('checkbox', { name }));
  await person.click(within(dialog).getByRole('button', { name: 'Отправить' }));
  expect(await within(dialog).findByText('Выберите получателей')).toBeVisible();
  expect(server.received.some(({ path }) => path === '/protocols/p1/send')).toBe(false);
});

test('printing waits for people who are still loading', async () => {
  const read = Promise.withResolvers<void>();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { person } = open(
    { stage: 'finish', chairman_id: 'u7' },
    {
      'GET /settings/documents': item({ organization: 'Завод «Заря»' }),
      'GET /users/u7': async () => {
        await read.promise;
        return item({ id: 'u7', name: 'Иванов Сергей Петрович', email: 'i@example.ru', role: 'external' })();
      },
    },
  );
  await screen.findByRole('button', { name: 'Документы' });
  await person.keyboard('{Control>}[KeyP]{/Control}');
  // It is printed once the settings are loaded.
  expect(await screen.findAllByText('Завод «Заря»')).toHaveLength(1);
  expect(screen.queryByText('В документе не всё.')).toBeNull();
  expect(print).not.toHaveBeenCalled();
  read.resolve();
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.queryByText('В документе не всё.')).toBeNull();
});

test('the subject of a mail has the date at the place of the meeting, as the file name does', async () => {
  const { person } = open({ held_at: '2026-11-20T00:30:00+14:00' });
  await choose(person, 'Отправить по почте…');
  expect(await screen.findByLabelText('Тема')).toHaveValue('Протокол № 12 от 20.11.2026: Совещание по бюджету');
});

/** Presses Ctrl+P; resolves with the printed page when the printer is called. */
async function printedBy(person: ReturnType<typeof open>['person']): Promise<HTMLElement> {
  const print = Promise.withResolvers<HTMLElement>();
  vi.stubGlobal('print', () => print.resolve(document.querySelector('[data-paper]')?.cloneNode(true) as HTMLElement));
  await screen.findByRole('button', { name: 'Документы' });
  await person.keyboard('{Control>}[KeyP]{/Control}');
  return print.promise;
}

const task = { id: 't1', title: 'Подготовить отчёт', agenda_id: 'a1', assignee_id: 'u1', due_at: '2026-12-04' };
const signed = {
  ...{ protocol: { ...protocol, tasks: [{ ...task, status: 'new' }] }, people: people.slice(0, 1) },
  settings: { organization: 'Завод «Заря»', qr_code: true },
};
const cancelled = { tasks: [{ ...task, status: 'cancelled' }] };

test('Ctrl+P prints the signed version of a final protocol, with its settings and its QR code', async () => {
  const { person } = open(cancelled, {
    'GET /settings/documents': item({ organization: 'Другой завод' }),
    'GET /protocols/p1/versions/2': item({ ...versions[0], ...signed }),
  });
  const paper = await printedBy(person);
  expect(paper).toHaveTextContent(
    /Завод «Заря».*1\.1\. Иванову С\. П\. до 04\.12\.2026 подготовить отчёт\.(?! Отменено)/,
  );
  expect(within(paper).getByRole('img')).toHaveAccessibleName(
    expect.stringMatching(/^QR-код: .*\/main\/protocols\/p1\?from=paper$/),
  );
});

test('Ctrl+P prints the version that is open, whatever the stage of the protocol', async () => {
  const { person } = open(
    { stage: 'finish' },
    {
      'GET /protocols/p1/versions': item(versions.slice(1)),
      'GET /protocols/p1/versions/1': item({ ...versions[1], ...signed }),
    },
  );
  await choose(person, filesOf);
  await person.click(await screen.findByRole('link', { name: 'Версия 1, читать' }));
  await screen.findByRole('heading', { name: 'Версия 1, не действует' });
  const paper = await printedBy(person);
  expect(paper).toHaveTextContent('УТВЕРЖДАЮ');
  expect(paper).not.toHaveTextContent('Проект');
});

test('Ctrl+P reports a signed version that cannot be read', async () => {
  const { person } = open(cancelled, { 'GET /settings/documents': item({}) });
  await screen.findByRole('button', { name: 'Документы' });
  await person.keyboard('{Control>}[KeyP]{/Control}');
  const told = await screen.findByText(/подписанная версия \(поручения показаны такими, какими стали\)/);
  expect(told).toBeVisible();
});
