import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { followInstallOffer } from '#src/features/settings/install-offer.ts';
import { fakeServer } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

followInstallOffer();

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('external');
  const server = fakeServer({
    'GET /me': () => Response.json({ data: { id: '7', role: 'external', name: 'Смирнов Павел' } }),
    ...answers,
  });
  return { server, ...openApp('/main/settings') };
}

afterEach(() => {
  for (const key of ['theme', 'text', 'motion']) delete document.documentElement.dataset[key];
});

test.each([
  ['Размер текста', 'Крупный', 'text', 'large'],
  ['Размер текста', 'Очень крупный', 'text', 'larger'],
  ['Тема', 'Тёмная', 'theme', 'dark'],
  ['Анимация', 'Выключена', 'motion', 'off'],
])('%s: %s applies at once and is stored on the device', async (label, title, key, value) => {
  const { person } = open();
  const choices = within(await screen.findByRole('group', { name: label }));
  const usual = choices.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked);
  await person.click(choices.getByRole('radio', { name: title }));
  expect(document.documentElement.dataset[key]).toBe(value);
  expect(localStorage.getItem(key)).toBe(value);
  await person.click(usual as HTMLInputElement);
  expect(document.documentElement.dataset[key]).toBeUndefined();
  expect(localStorage.getItem(key)).toBeNull();
});

test('the title bar of the window has the colour of the chosen theme', async () => {
  document.head.innerHTML = ['light', 'dark']
    .map((look) => `<meta name="theme-color" media="(prefers-color-scheme: ${look})" data-theme-of="${look}">`)
    .join('');
  const bars = () =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ media }) => media);
  const { person } = open();
  const choices = within(await screen.findByRole('group', { name: 'Тема' }));
  await person.click(choices.getByRole('radio', { name: 'Тёмная' }));
  expect(bars()).toEqual(['not all', 'all']);
  await person.click(choices.getByRole('radio', { name: 'Светлая' }));
  expect(bars()).toEqual(['all', 'not all']);
  await person.click(choices.getByRole('radio', { name: 'Как в системе' }));
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  document.head.innerHTML = '';
});

test('the browser’s install prompt is held back until the button is pressed, and used once', async () => {
  const { person } = open();
  const card = within(await screen.findByRole('region', { name: 'Установка' }));
  expect(card.queryByRole('button')).toBeNull();
  expect(card.getByText(/значок установки|меню/)).toBeVisible();
  let asked = 0;
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      asked += 1;
      return { outcome: 'accepted' as const };
    },
  });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await person.click(await card.findByRole('button', { name: 'Установить' }));
  expect(await card.findByText(/^Приложение устанавливается/)).toHaveFocus();
  expect(card.queryByRole('button')).toBeNull();
  expect(asked).toBe(1);
});

test('shows the version, and requests the licences only when they are opened', async () => {
  const { person, server } = open();
  const card = within(await screen.findByRole('region', { name: 'О приложении' }));
  expect(card.getByText('Версия')).toBeVisible();
  expect(server.received.some(({ path }) => path === '/licences.json')).toBe(false);
  server.answers['GET /licences.json'] = () =>
    Response.json({
      packages: [
        { name: 'idb', version: '8.0.4', licence: 'ISC', text: 0 },
        { name: 'words', version: '1.0.0' },
      ],
      texts: ['Permission to use, copy'],
    });
  const button = card.getByRole('button', { name: 'Лицензии открытых программ' });
  await person.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const list = within(await card.findByRole('list', { name: 'Открытые программы' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await person.click(list.getByText('idb 8.0.4'));
  await waitFor(() => expect(list.getByText('Permission to use, copy')).toBeVisible());
  await person.click(button);
  expect(card.queryByRole('list')).toBeNull();
});

test('offers a retry when the licences cannot be loaded', async () => {
  const { person } = open();
  const card = within(await screen.findByRole('region', { name: 'О приложении' }));
  await person.click(card.getByRole('button', { name: 'Лицензии открытых программ' }));
  expect(await card.findByRole('button', { name: 'Повторить' })).toBeVisible();
});
