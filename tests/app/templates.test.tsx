import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const form = {
  id: 't1',
  name: 'Бланк ректората',
  file_name: 'бланк.docx',
  size: 24_000,
  created_at: '2026-11-22T10:00:00Z',
  created_by_name: 'Котов Илья Львович',
  bodies_total: 2,
};
const health = () =>
  Response.json({
    status: 'ok',
    capabilities: ['client-ids', 'idempotency', 'versions', 'documents', 'bodies', 'templates'],
  });
const item = (data: unknown, status = 200) => Response.json({ data }, { status });
const docx = (name: string) => new File(['PK'], name);

function openSettings(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('admin');
  const templates = [form];
  const server = fakeServer({
    'GET /health': health,
    'GET /me': () => item({ id: 'u1', role: 'admin', name: 'Котов Илья' }),
    'GET /settings/documents': () => item({}),
    'GET /settings/templates': () => item(templates),
    'POST /settings/templates': () => {
      templates.push({ ...form, id: 't2', name: 'Бланк 2027', bodies_total: 0 });
      return item(templates[1], 201);
    },
    'DELETE /settings/templates/t1': () => {
      templates.shift();
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  return { server, ...openApp('/main/settings?tab=documents') };
}

const card = () => screen.findByRole('region', { name: 'Шаблоны DOCX' });
const list = async () => within(await card()).findByRole('list', { name: 'Шаблоны DOCX' });

test('a template is added: errors in its file are shown at the field line by line, and no input is lost', async () => {
  const problems = 'Неизвестное поле {протколь}\u00a0— абзац 12\nСписок не закрыт: {#вопросы}\u00a0— абзац 3';
  const { server, person } = openSettings();
  const good = server.answers['POST /settings/templates'];
  const refusal = { message: problems, code: 'validation_failed', errors: { file: [problems] } };
  server.answers['POST /settings/templates'] = () => Response.json(refusal, { status: 422 });
  expect(await list()).toHaveTextContent(
    /Бланк ректората.*бланк\.docx · 23,4.КБ · 22 ноября.* · Котов И\..Л\. · в комиссиях и отделах: 2/,
  );
  await person.click(screen.getByRole('button', { name: 'Добавить шаблон' }));
  const dialog = await screen.findByRole('dialog', { name: 'Новый шаблон DOCX' });
  await person.click(within(dialog).getByRole('button', { name: 'Добавить' }));
  const file = within(dialog).getByLabelText('Выбрать файл');
  expect(file).toHaveAccessibleDescription(/^Выберите файл/);
  await person.click(within(dialog).getByLabelText('Название'));
  await person.paste('Бланк 2027');
  const large = docx('большой.docx');
  Object.defineProperty(large, 'size', { value: 50 * 1024 ** 2 });
  await person.upload(file, large);
  expect(file).toHaveAccessibleDescription(/Файл «большой.docx» занимает 50.МБ, а можно не больше 10.МБ/);
  await person.upload(file, docx('новый.docx'));
  await person.click(within(dialog).getByRole('button', { name: 'Добавить' }));
  expect(await within(dialog).findByText('Неизвестное поле {протколь} — абзац 12')).toBeVisible();
  expect(within(dialog).getByText('Список не закрыт: {#вопросы} — абзац 3')).toBeVisible();
  expect(within(dialog).getByLabelText('Название')).toHaveValue('Бланк 2027');

  if (good) server.answers['POST /settings/templates'] = good;
  await person.upload(file, docx('исправленный.docx'));
  expect(file).not.toHaveAccessibleDescription(/Неизвестное поле/);
  await person.click(within(dialog).getByRole('button', { name: 'Добавить' }));
  expect(await within(await list()).findByText('Бланк 2027')).toBeVisible();
  const sent = server.received.filter(({ method }) => method === 'POST').at(-1)?.body as FormData;
  expect([sent.get('name'), (sent.get('file') as File).name]).toEqual(['Бланк 2027', 'исправленный.docx']);
});

test('a template keeps a name of its own, and a form without a change sends nothing', async () => {
  const { server, person } = openSettings();
  const change = async () => {
    await person.click(within(await list()).getByRole('button', { name: 'Действия: Бланк ректората' }));
    await person.click(await screen.findByRole('menuitem', { name: /^Переименовать/ }));
    return within(await screen.findByRole('dialog', { name: 'Изменить шаблон' }));
  };
  const form = await change();
  await person.clear(form.getByLabelText('Название'));
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(form.getByLabelText('Название')).toHaveAccessibleDescription('Укажите название');
  await person.type(form.getByLabelText('Название'), 'Бланк ректората');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('deleting a template in use first says what becomes of its commissions', async () => {
  const { person } = openSettings();
  await person.click(within(await list()).getByRole('button', { name: 'Действия: Бланк ректората' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить шаблон?' });
  expect(question).toHaveTextContent(
    /Он выбран в комиссиях и отделах: 2\. Их протоколы снова будут печататься в обычном виде/,
  );
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await within(await card()).findByText(/Шаблонов пока нет/)).toBeVisible();
});

test('without a connection the form says that it needs one', async () => {
  const { server, person } = openSettings();
  await list();
  server.isOutOfReach = true;
  await person.click(screen.getByRole('button', { name: 'Скачать образец' }));
  expect(await within(await card()).findByText(/Файл не скачан/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Добавить шаблон' }));
  const dialog = await screen.findByRole('dialog', { name: 'Новый шаблон DOCX' });
  expect(await within(dialog).findByText(/Нужно подключение/)).toBeVisible();
});

function openProtocol(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const body = { id: 'b1', name: 'Совет', template: { id: 't1', name: 'Бланк ректората' } };
  const protocol = { id: 'p1', stage: 'no_video', title: 'О смете', version: 1, body_id: 'b1', body, agenda: [] };
  const server = fakeServer({
    'GET /health': health,
    'GET /protocols/p1': () => item(protocol),
    'GET /protocols': () => item([]),
    'GET /protocols/p1/versions': () => item([]),
    'GET /protocols/p1/mails': () => item([]),
    'GET /settings/templates': () => item([form, { ...form, id: 't2', name: 'Бланк 2027' }]),
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

test('the menu names the template of the body, and another one can be used for one download', async () => {
  const { server, person } = openProtocol();
  await person.click(await screen.findByRole('button', { name: 'Документы' }));
  expect(await screen.findByRole('menuitem', { name: 'Скачать DOCX по шаблону «Бланк ректората»' })).toBeVisible();
  await person.click(screen.getByRole('menuitem', { name: 'Скачать другой документ…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Скачать документ' });
  const kinds = within(dialog).getByRole('combobox', { name: 'Документ' });
  await within(dialog).findByRole('option', { name: 'Полный протокол по шаблону' });
  await person.selectOptions(kinds, 'Полный протокол по шаблону');
  const choice = within(dialog).getByRole('combobox', { name: 'Шаблон DOCX' });
  expect(choice).toHaveDisplayValue('Бланк ректората');
  expect(within(dialog).queryByRole('combobox', { name: 'Файл' })).toBeNull();
  await person.selectOptions(choice, 'Бланк 2027');
  await person.click(within(dialog).getByRole('button', { name: 'Скачать' }));
  await expect
    .poll(() => server.received.find(({ path }) => path.endsWith('/documents/docx'))?.query.toString())
    .toBe('template=t2');
});

test('without a connection the menu says that a template needs one', async () => {
  const { server, person } = openProtocol();
  await screen.findByRole('button', { name: 'Документы' });
  server.answers['GET /health'] = noConnection;
  server.isOutOfReach = true;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.click(screen.getByRole('button', { name: 'Документы' }));
  expect(
    await screen.findByRole('menuitem', {
      name: /по шаблону «Бланк ректората».*Нужно подключение: шаблон заполняет сервер/,
    }),
  ).toBeVisible();
});

test('a body with a template can go back to the usual form', async () => {
  signInAs('secretary');
  const bodies = [{ id: 'b1', name: 'Совет', version: 3, template_id: 't1' }];
  const server = fakeServer({
    'GET /health': health,
    'GET /bodies': () => pageOf(bodies),
    'GET /meetings': () => item([]),
    'GET /settings/templates': () => item([form]),
    'PUT /bodies/b1': ({ body }) => item({ ...bodies[0], ...(body as object), version: 4 }),
  });
  const { person } = openApp('/main/meetings?tab=bodies&body=b1');
  const choice = await screen.findByRole('combobox', { name: 'Шаблон DOCX' });
  await screen.findByRole('option', { name: 'Бланк ректората' });
  expect(choice).toHaveDisplayValue('Бланк ректората');
  await person.selectOptions(choice, 'Обычный вид');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await expect
    .poll(() => server.received.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ template_id: null, version: 3 });
});
