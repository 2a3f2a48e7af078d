import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);
beforeEach(() => connectivity.reportSuccess());

async function open(address: string, role = 'secretary') {
  signInAs(role);
  fakeServer({
    'GET /health': ourHealth,
    'GET /me': () => Response.json({ data: { id: '7', role, name: 'Петрова Анна Андреевна' } }),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /protocols': () => pageOf([]),
    'GET /protocols/tasks': () => pageOf([]),
    'GET /keywords': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([]),
    'GET /stats/manager/all': () => Response.json({ data: { by_secretary: [] } }),
    'GET /stats/manager/meetings': () => Response.json({ data: [] }),
    'GET /stats/secretary/meetings': () => Response.json({ data: [] }),
    'GET /stats/secretary/7/entities': () => Response.json({ data: { meetings: 0, protocols: 0, tasks: 0 } }),
    'GET /stats/secretary/7/tasks': () => Response.json({ data: { total: 0, overdue: 0 } }),
  });
  const app = openApp(address);
  // It may stand behind a dialog that the address names.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return app;
}

/** Presses keys of a Latin layout one after another, at the focus. */
function press(...signs: string[]): void {
  for (const key of signs) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

/** Presses keys of the Russian layout. */
function pressRussian(...keys: [typed: string, code: string][]): void {
  for (const [key, code] of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key, code });
}

const help = () => screen.findByRole('dialog', { name: 'Сочетания клавиш' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Returns the panel's entries as «title: keys», by the name of their group. */
function groupsOf(dialog: HTMLElement): Record<string, string[]> {
  const groups = within(dialog).getAllByRole('region');
  return Object.fromEntries(
    groups.map((group) => [
      within(group).getByRole('heading', { level: 3 }).textContent,
      [...group.querySelectorAll('dl > div')].map(
        (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
      ),
    ]),
  );
}

test('«?» opens the help, which shows both letters of each key; Escape gives the focus back', async () => {
  const { person } = await open('/main/protocols');
  const link = screen.getByRole('link', { name: 'Поручения' });
  link.focus();
  press('?');
  const dialog = await help();
  expect(groupsOf(dialog)).toEqual({
    Разделы: [
      'Главная: G или П затем H или Р',
      'Встречи: G или П затем M или Ь',
      'Протоколы: G или П затем P или З',
      'Поручения: G или П затем T или Е',
      'Ключевые слова: G или П затем K или Л',
      'Пользователи: G или П затем U или Г',
      'Настройки: G или П затем S или Ы',
    ],
    Создать: ['Новая встреча: N или Т', 'Новый протокол: P или З'],
    'На этом экране': ['Поиск по протоколам: / или .'],
    Везде: [
      'Поиск: Ctrl + K или Л',
      'Очередь отправки: Q или Й',
      'Отменить удаление: Ctrl + Z или Я',
      'Сочетания клавиш: ?',
    ],
  });
  await person.keyboard('{Escape}');
  await noDialog();
  await waitFor(() => expect(link).toHaveFocus());
});

test.each([
  ['h', '/main/home'],
  ['m', '/main/meetings'],
  ['p', '/main/protocols'],
  ['t', '/main/protocols?tab=tasks'],
  ['k', '/main/settings/keywords'],
  ['u', '/main/settings/users'],
])('«g» and «%s» lead a secretary to %s', async (sign, to) => {
  const { address } = await open('/main/settings');
  press('g', sign);
  await waitFor(() => expect(address()).toBe(to));
});

test('the same keys lead there in the Russian layout', async () => {
  const { address } = await open('/main/settings');
  pressRussian(['п', 'KeyG'], ['ь', 'KeyM']);
  await waitFor(() => expect(address()).toBe('/main/meetings'));
  await screen.findByRole('heading', { level: 1, name: 'Встречи' });
  pressRussian(['П', 'KeyG'], ['Ы', 'KeyS']);
  await waitFor(() => expect(address()).toBe('/main/settings'));
});

test('a shortcut to the current part adds no entry to the history', async () => {
  const { address, router } = await open('/main/settings');
  press('g', 'k');
  await waitFor(() => expect(address()).toBe('/main/settings/keywords'));
  await screen.findByRole('heading', { level: 1, name: 'Ключевые слова' });
  press('g', 'k');
  await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'));
  await router.navigate(-1);
  expect(address()).toBe('/main/settings');
});

test('«n» is a new meeting, «p» a new protocol, «q» the queue', async () => {
  const { person, address } = await open('/main/settings');
  press('q');
  await screen.findByRole('dialog', { name: 'Очередь отправки' });
  press('p');
  await person.keyboard('{Escape}');
  await noDialog();
  expect(address()).toBe('/main/settings');
  press('p');
  await waitFor(() => expect(address()).toBe('/main/protocols/add'));
  await screen.findByRole('heading', { level: 1, name: 'Новый протокол' });
  screen.getByRole('heading', { level: 1 }).focus();
  press('n');
  expect(await screen.findByRole('dialog', { name: 'Новая встреча' })).toBeVisible();
});

test('«/» focuses the search of the screen, and no shortcut runs while typing there', async () => {
  const { person, address } = await open('/main/protocols');
  const search = await screen.findByRole('searchbox');
  pressRussian(['.', 'Slash']);
  expect(search).toHaveFocus();
  await person.keyboard('gm/?n');
  expect(search).toHaveValue('gm/?n');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(address()).toBe('/main/protocols?search=gm%2F%3Fn'));
  search.blur();
  press('/');
  await person.keyboard('смета');
  expect(search).toHaveValue('смета');
});

test('a date field keeps its keys', async () => {
  const { person, address } = await open('/main/meetings?view=list&date=2025-03-21&new=2025-03-21T10%3A00');
  const dialog = await screen.findByRole('dialog', { name: 'Новая встреча' });
  const [day] = await within(dialog).findAllByRole('spinbutton', { name: /день/ });
  await person.click(day as HTMLElement);
  press('3', 'g', 'h', '?');
  expect(address()).toContain('view=list');
  expect(screen.queryByRole('dialog', { name: 'Сочетания клавиш' })).toBeNull();
});

test('the meetings have keys for today, the previous and next range, and the view; «n» keeps the date shown', async () => {
  const { person, address } = await open('/main/meetings?view=list&date=2025-03-21');
  press('?');
  expect(groupsOf(await help())).toMatchObject({
    Создать: ['Новая встреча: N или Т', 'Новый протокол: P или З'],
    'На этом экране': [
      'Сегодня: T или Е',
      'Предыдущий месяц: [ или Х',
      'Следующий месяц: ] или Ъ',
      'Месяц: 1',
      'Неделя: 2',
      'День: 3',
      'Список: 4',
    ],
  });
  await person.keyboard('{Escape}');
  await noDialog();
  press('n');
  await screen.findByRole('dialog', { name: 'Новая встреча' });
  expect(address()).toBe('/main/meetings?view=list&date=2025-03-21&new=2025-03-21T10%3A00');
  await person.keyboard('{Escape}');
  await noDialog();
  pressRussian(['ъ', 'BracketRight']);
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-04-21'));
  await screen.findByRole('heading', { name: 'Апрель 2025' });
  press('[');
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-03-21'));
  press('2');
  await waitFor(() => expect(address()).toBe('/main/meetings?view=week&date=2025-03-21'));
  press('4');
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-03-21'));
  press('t');
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list'));
  press('g', 's');
  await waitFor(() => expect(address()).toBe('/main/settings'));
  await screen.findByRole('heading', { level: 1, name: 'Настройки' });
  // The shortcuts of a screen are removed together with it.
  press('1');
  expect(address()).toBe('/main/settings');
});

test('shortcuts can be turned off in the help, stay off after a reload, and can be turned on again', async () => {
  const first = await open('/main/settings');
  const way = await screen.findByRole('button', { name: 'Сочетания клавиш' });
  await first.person.click(way);
  const choice = within(await help()).getByRole('checkbox', { name: 'Использовать сочетания клавиш' });
  expect(choice).toBeChecked();
  expect(choice).toHaveAccessibleDescription(/перестанут действовать все, и «\?» тоже/);
  await first.person.click(choice);
  expect(choice).not.toBeChecked();
  await first.person.click(screen.getByRole('button', { name: 'Закрыть' }));
  await noDialog();
  await waitFor(() => expect(way).toHaveFocus());
  press('?');
  press('g', 'h');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(first.address()).toBe('/main/settings');

  cleanup();
  const again = await open('/main/settings');
  press('g', 'h');
  press('q');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(again.address()).toBe('/main/settings');
  await again.person.click(await screen.findByRole('button', { name: 'Сочетания клавиш' }));
  const kept = within(await help()).getByRole('checkbox', { name: 'Использовать сочетания клавиш' });
  expect(kept).not.toBeChecked();
  await again.person.click(kept);
  await again.person.keyboard('{Escape}');
  await noDialog();
  press('g', 'h');
  await waitFor(() => expect(again.address()).toBe('/main/home'));
});

test('another person on the same device still has shortcuts on', async () => {
  localStorage.setItem('shortcuts:8', 'off');
  await open('/main/settings');
  press('?');
  expect(await help()).toBeVisible();
});

test.each([
  ['external', ['Настройки'], 2],
  ['admin', ['Пользователи', 'Настройки'], 3],
  ['manager', ['Секретари', 'Пользователи', 'Настройки'], 3],
])('%s sees only their own shortcuts, and the other keys do nothing', async (role, parts, everywhere) => {
  const { person, address } = await open('/main/settings', role);
  press('n');
  press('p');
  press('g', 'h');
  press('?');
  const groups = groupsOf(await help());
  expect(groups.Разделы?.map((row) => row.split(':')[0])).toEqual(parts);
  expect(groups.Создать).toBeUndefined();
  expect(groups.Везде).toHaveLength(everywhere);
  await person.keyboard('{Escape}');
  await noDialog();
  expect(address()).toBe('/main/settings');
});

test('keys lead a manager to the secretaries', async () => {
  const { address } = await open('/main/settings', 'manager');
  pressRussian(['п', 'KeyG'], ['с', 'KeyC']);
  await waitFor(() => expect(address()).toBe('/main/secretaries'));
});
