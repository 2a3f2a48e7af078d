import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { loseFile } from '#tests/support/lose-file.ts';
import { picture } from '#tests/support/picture.ts';
import { fakeServer, noConnection, ourHealth, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const anna = {
  id: '7',
  name: 'Петрова Анна Андреевна',
  email: 'petrova@example.ru',
  position: 'секретарь',
  organization: 'АО «Север»',
  phone: '+7 900 000-00-01',
  avatar_url: null,
  is_blocked: false,
};

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

afterEach(forgetWrites);

function open(role = 'secretary', answers: Parameters<typeof fakeServer>[0] = {}, address = '/main/settings') {
  signInAs(role);
  let me: object = { ...anna, role };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] }),
    'GET /me': () => Response.json({ data: me }),
    'PUT /users/7': ({ body }) => {
      me = { ...me, ...(body as object) };
      return Response.json({ data: me });
    },
    ...answers,
  });
  const sent = (method: string, path: string) =>
    server.received.find((call) => call.method === method && call.path === path);
  return { server, sent, ...openApp(address) };
}

const name = () => screen.findByLabelText('Фамилия, имя, отчество');
const photo = () => new File([picture()], 'я.png', { type: 'image/png' });
const save = () => screen.getByRole('button', { name: /^(Сохранить|Загрузка\.\.\.)$/ });

test('the profile shows the e-mail and the role in words; only changed fields are sent', async () => {
  const { person, sent } = open();
  expect(await name()).toHaveValue('Петрова Анна Андреевна');
  const profile = within(screen.getByRole('region', { name: 'Профиль' }));
  expect(profile.getByText('petrova@example.ru')).toBeVisible();
  expect(profile.getByText('Секретарь')).toBeVisible();
  expect(profile.getByText('E-mail и роль меняет администратор.')).toBeVisible();
  await person.clear(screen.getByLabelText('Организация'));
  await person.type(screen.getByLabelText('Должность'), ' правления');
  expect(screen.getByText('Есть несохранённые изменения')).toBeVisible();
  await person.click(save());
  expect(await screen.findByText(/^Сохранено в /)).toBeVisible();
  expect(sent('PUT', '/users/7')?.body).toEqual({ position: 'секретарь правления', organization: null });
  expect(screen.getByLabelText('Должность')).toHaveValue('секретарь правления');
});

test('leaving with unsaved input asks first', async () => {
  const { person, address } = open();
  await person.type(await name(), ' и');
  await person.click(screen.getByRole('link', { name: 'Ключевые слова' }));
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(await name()).toHaveValue('Петрова Анна Андреевна и');
  await person.click(screen.getByRole('link', { name: 'Ключевые слова' }));
  await person.click(await screen.findByRole('button', { name: 'Уйти' }));
  await waitFor(() => expect(address()).toBe('/main/settings/keywords'));
});

test('a photo goes as form data', async () => {
  const { person, sent } = open('manager', {
    'POST /users/7': () => Response.json({ data: { ...anna, role: 'manager' } }),
  });
  await name();
  await person.upload(screen.getByLabelText('Выбрать фото'), photo());
  await screen.findByLabelText('Заменить фото');
  await person.click(save());
  expect(await screen.findByText(/^Сохранено в /)).toBeVisible();
  const data = sent('POST', '/users/7')?.body as FormData;
  expect([data.get('_method'), (data.get('avatar') as File).name]).toEqual(['PUT', 'я.png']);
});

test('a photo that becomes unreadable in the queue is reported at its field; without it the rest is sent', async () => {
  const { server, person, sent } = open('secretary', { 'PUT /users/7': () => Response.json({ data: anna }) });
  const field = await name();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.clear(field);
  await person.type(field, 'Смирнова Анна');
  const mine = photo();
  await person.upload(screen.getByLabelText('Выбрать фото'), mine);
  await screen.findByLabelText('Заменить фото');
  await person.click(save());
  await screen.findByText('Сохранено на устройстве, ожидает отправки');
  loseFile(mine);
  server.answers['GET /health'] = ourHealth;
  connectivity.reportSuccess();
  await waitFor(() =>
    expect(screen.getByLabelText('Заменить фото')).toHaveAccessibleDescription(/^Файл «я\.png» больше не читается/),
  );
  expect(field).toHaveValue('Смирнова Анна');
  await person.click(save());
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent('PUT', '/users/7')?.body).toMatchObject({ name: 'Смирнова Анна' });
});

test('a refused value is reported at its field, and the input stays', async () => {
  const message = 'Нужна картинка PNG, JPEG, WebP или GIF';
  const { server, person } = open('external', {
    'POST /users/7': () =>
      Response.json({ message, code: 'validation_failed', errors: { avatar: [message] } }, { status: 422 }),
  });
  const field = await name();
  await person.clear(field);
  await person.click(save());
  expect(field).toHaveAccessibleDescription('Поле обязательно для заполнения');
  expect(field).toHaveFocus();
  await person.type(field, 'Смирнов');
  await person.upload(screen.getByLabelText('Выбрать фото'), photo());
  await screen.findByLabelText('Заменить фото');
  await person.click(save());
  await waitFor(() => expect(screen.getByLabelText('Заменить фото')).toHaveAccessibleDescription(new RegExp(message)));
  expect(await screen.findByText(/^Профиль не сохранён\./)).toBeVisible();
  expect(field).toHaveValue('Смирнов');
  expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(outbox.list()).toEqual([]);
});

test('an offline edit of the profile is queued with its photo, stays after leaving the screen, and is sent once', async () => {
  const { server, person, sent, router } = open();
  const field = await name();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.clear(field);
  await person.type(field, 'Смирнова Анна');
  await person.upload(screen.getByLabelText('Выбрать фото'), photo());
  await screen.findByLabelText('Заменить фото');
  await person.click(save());
  expect(await screen.findByText('Сохранено на устройстве, ожидает отправки')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await act(() => router.navigate('/main/settings/keywords'));
  await act(() => router.navigate('/main/settings'));
  expect(await name()).toHaveValue('Смирнова Анна');
  expect(document.querySelector('img[src="blob:preview"]')).toBeInTheDocument();

  server.answers['POST /users/7'] = ({ body }) => {
    const data = { ...anna, name: (body as FormData).get('name'), avatar_url: '/new.png', role: 'secretary' };
    server.answers['GET /me'] = () => Response.json({ data });
    return Response.json({ data });
  };
  server.answers['GET /health'] = ourHealth;
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const form = sent('POST', '/users/7')?.body as FormData;
  expect([form.get('_method'), form.get('name'), (form.get('avatar') as File).name]).toEqual([
    'PUT',
    'Смирнова Анна',
    'я.png',
  ]);
  expect(await name()).toHaveValue('Смирнова Анна');
  expect(screen.queryByRole('button', { name: 'ожидает отправки' })).not.toBeInTheDocument();
  expect(document.querySelector('img[src="/new.png"]')).toBeInTheDocument();
});

test('an edit refused later says why at its field; saving sends it again', async () => {
  const { server, person, sent, router } = open();
  const phone = async () => screen.findByLabelText('Телефон');
  await person.type(await phone(), '5');
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.click(save());
  await screen.findByText('Сохранено на устройстве, ожидает отправки');
  await act(() => router.navigate('/main/settings/keywords'));
  server.answers['PUT /users/7'] = () =>
    Response.json(
      { message: 'Проверьте поля', code: 'validation_failed', errors: { phone: ['Слишком длинно'] } },
      { status: 422 },
    );
  server.answers['GET /health'] = ourHealth;
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await act(() => router.navigate(`/main/settings?write=${outbox.list()[0]?.id}`));
  await waitFor(async () => expect(await phone()).toHaveAccessibleDescription('Слишком длинно'));
  expect(await phone()).toHaveValue('+7 900 000-00-015');
  expect(screen.getByText('Профиль не сохранён. Проверьте поля')).toBeVisible();
  server.answers['PUT /users/7'] = ({ body }) =>
    Response.json({ data: { ...anna, role: 'secretary', ...(body as object) } });
  await person.clear(await phone());
  await person.type(await phone(), '+7 900');
  await person.click(save());
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(server.received.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ phone: '+7 900' });
  expect(sent('POST', '/users/7')).toBeUndefined();
});

test('a profile saved with a space at the end is saved, and shown as it was saved', async () => {
  const { person, sent } = open();
  const position = await screen.findByLabelText('Должность');
  await person.type(position, ' отдела ');
  await person.click(save());
  await waitFor(() => expect(sent('PUT', '/users/7')?.body).toEqual({ position: 'секретарь отдела' }));
  expect(await screen.findByText(/^Сохранено в /)).toBeVisible();
  expect(position).toHaveValue('секретарь отдела');
  await person.type(position, '!');
  expect(screen.getByText('Есть несохранённые изменения')).toBeVisible();
  await person.type(position, '{Backspace} ');
  await person.click(save());
  expect(await screen.findByText(/^Сохранено в /)).toBeVisible();
});

test('input typed while the profile is being saved is kept', async () => {
  const answer = Promise.withResolvers<Response>();
  const { server, person } = open('secretary', { 'PUT /users/7': () => answer.promise });
  await person.type(await screen.findByLabelText('Телефон'), '5');
  await person.click(save());
  await person.type(await screen.findByLabelText('Должность'), ' отдела');
  const saved = { ...anna, role: 'secretary', phone: `${anna.phone}5` };
  server.answers['GET /me'] = () => Response.json({ data: saved });
  answer.resolve(Response.json({ data: saved }));
  await waitFor(() => expect(save()).toHaveAccessibleName('Сохранить'));
  expect(await screen.findByText('Есть несохранённые изменения')).toBeVisible();
  expect(screen.getByLabelText('Должность')).toHaveValue('секретарь отдела');
  expect(screen.getByLabelText('Телефон')).toHaveValue(`${anna.phone}5`);
});

const tabs: [role: string, titles: string[]][] = [
  ['admin', ['Профиль и приложение', 'Пользователи']],
  ['manager', ['Профиль и приложение', 'Пользователи']],
  ['secretary', ['Профиль и приложение', 'Пользователи', 'Ключевые слова']],
  ['external', []],
];

test.each(tabs)('the tabs of the settings for %s', async (role, titles) => {
  open(role);
  await name();
  const strip = screen.queryByRole('navigation', { name: 'Настройки' });
  const links = strip ? within(strip).getAllByRole('link') : [];
  expect(links.map(({ textContent }) => textContent)).toEqual(titles);
});

test('loading, refused and offline states', async () => {
  const answer = Promise.withResolvers<Response>();
  const { server, person } = open('secretary', { 'GET /me': () => answer.promise });
  const profile = within(await screen.findByRole('region', { name: 'Профиль' }));
  expect(profile.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  expect(await profile.findByText(/^Недостаточно прав. Если этот раздел вам нужен/)).toBeVisible();
  server.answers['GET /me'] = () => Response.json({ data: { ...anna, role: 'secretary' } });
  await person.click(profile.getByRole('button', { name: 'Повторить' }));
  expect(await name()).toHaveValue('Петрова Анна Андреевна');
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  expect(await name()).toBeVisible();
  connectivity.reportSuccess();
});
