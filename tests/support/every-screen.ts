import type { Locator, Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import type { Stage } from '#contract/stage.ts';
import { getJson, signIn } from './api-client.ts';

/** A screen as a person comes to it, filled with the demo's data. */
export interface AppScreen {
  /** Name for its pictures and for rows of tables. */
  name: string;
  who: Role | 'nobody';
  address: string;
  /** Element that appears once the screen has its data. */
  shown: (page: Page) => Locator;
}

const isCalendar = (name: string) => /^(home|meetings)/.test(name);
const isProtocol = (name: string) => name.startsWith('protocol-');

/** The screens in parts of about equal work, for tests that are divided between workers. */
export const screenParts: Record<string, (screen: AppScreen) => boolean> = {
  'the calendar and the start': ({ name }) => isCalendar(name),
  'the lists and the settings of a secretary': ({ who, name }) =>
    who === 'secretary' && !isProtocol(name) && !isCalendar(name),
  'the screens of a protocol': ({ name }) => isProtocol(name),
  'the screens of a manager': ({ who }) => who === 'manager',
  'the screens of everybody else': ({ who }) => who !== 'secretary' && who !== 'manager',
};

type DemoProtocol = { number: string | null; agenda: object[] };
type Found = { data: { id: string; role?: Role }[] };

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const rows = (table: string) => (page: Page) => page.getByRole('table', { name: table }).locator('tbody tr').first();
const grid = (page: Page) => page.getByRole('grid').first();
const agenda = (page: Page) => page.getByRole('list', { name: 'Повестка дня' }).getByRole('listitem').first();

/**
 * Returns every route of spec.md §2 with its tabs, once for each role with another view, on a server with demo data.
 */
export async function everyScreen(url: string): Promise<AppScreen[]> {
  const secretary = await signIn(url);
  const manager = await signIn(url, { email: 'manager@example.ru', password: 'protokol' });
  /** Returns the demo's newest protocol in a stage: those left by other tests have no number, or no questions. */
  const newest = async (stage: Stage) => {
    for (let page = 1; ; page += 1) {
      const { data } = await getJson<Found>(url, secretary, `/protocols?stage=${stage}&limit=15&page=${page}`);
      if (data.length === 0) throw new Error(`The demo has no protocol of the stage ${stage}`);
      for (const { id } of data) {
        const protocol = await getJson<{ data: DemoProtocol }>(url, secretary, `/protocols/${id}`);
        if (protocol.data.number && protocol.data.agenda.length > 0) return `/main/protocols/${id}`;
      }
    }
  };
  const external = await signIn(url, { email: 'external@example.ru', password: 'protokol' });
  const { data: own } = await getJson<Found>(url, external, '/me/protocols');
  const ownProtocol = own[0]?.id;
  const { data: people } = await getJson<Found>(url, manager, '/users');
  const [recorded, written, ended, final] = await Promise.all([
    newest('success_video_process'),
    newest('no_video'),
    newest('finish'),
    newest('final'),
  ]);
  return [
    { name: 'login', who: 'nobody', address: '/login', shown: heading('Вход') },
    { name: 'reset-request', who: 'nobody', address: '/change-password', shown: (page) => page.getByLabel('E-mail') },
    {
      name: 'new-password',
      who: 'nobody',
      address: '/change-password/abc?token=abc&email=secretary%40example.ru',
      shown: (page) => page.getByRole('textbox').first(),
    },
    {
      name: 'unknown',
      who: 'nobody',
      address: '/nothing',
      shown: (page) => page.getByText('Упс ... Такой страницы нет'),
    },
    { name: 'home', who: 'secretary', address: '/main/home', shown: (page) => page.locator('#day-plan') },
    ...['month', 'week', 'day'].map((view) => ({
      name: `meetings-${view}`,
      who: 'secretary' as const,
      address: `/main/meetings?view=${view}`,
      shown: grid,
    })),
    {
      name: 'meetings-list',
      who: 'secretary',
      address: '/main/meetings?view=list',
      shown: (page) => page.getByRole('main').getByRole('listitem').first(),
    },
    {
      name: 'meetings-held',
      who: 'secretary',
      address: '/main/meetings?list=all',
      shown: (page) => page.getByRole('main').getByRole('listitem').first(),
    },
    {
      name: 'meetings-bodies',
      who: 'secretary',
      address: '/main/meetings?tab=bodies',
      shown: (page) => page.getByRole('list', { name: 'Комиссии и отделы' }).getByRole('listitem').first(),
    },
    {
      name: 'body-new',
      who: 'secretary',
      address: '/main/meetings?tab=bodies&body=new',
      shown: (page) => page.getByLabel('Название', { exact: true }),
    },
    { name: 'protocols', who: 'secretary', address: '/main/protocols', shown: rows('Протоколы') },
    { name: 'tasks', who: 'secretary', address: '/main/protocols?tab=tasks', shown: rows('Поручения') },
    {
      name: 'protocol-add',
      who: 'secretary',
      address: '/main/protocols/add',
      shown: (page) => page.getByLabel('Название'),
    },
    { name: 'protocol-recorded', who: 'secretary', address: recorded, shown: agenda },
    { name: 'protocol-written', who: 'secretary', address: written, shown: agenda },
    { name: 'protocol-ended', who: 'secretary', address: ended, shown: agenda },
    { name: 'protocol-final', who: 'secretary', address: final, shown: agenda },
    { name: 'keywords', who: 'secretary', address: '/main/settings/keywords', shown: keywordRow },
    { name: 'secretaries', who: 'manager', address: '/main/secretaries', shown: rows('Секретари') },
    {
      name: 'secretary',
      who: 'manager',
      address: `/main/secretaries?id=${people.find(({ role }) => role === 'secretary')?.id}`,
      shown: (page) => page.getByRole('heading', { level: 2 }).first(),
    },
    {
      name: 'charts',
      who: 'manager',
      address: '/main/secretaries?view=charts',
      shown: rows('Просроченные поручения'),
    },
    {
      name: 'read-tasks',
      who: 'manager',
      address: '/main/secretaries?view=tasks&status=overdue',
      shown: rows('Поручения'),
    },
    { name: 'read-protocols', who: 'manager', address: '/main/secretaries?view=protocols', shown: rows('Протоколы') },
    { name: 'read-meetings', who: 'manager', address: '/main/secretaries?view=meetings', shown: rows('Встречи') },
    {
      name: 'read-protocol',
      who: 'manager',
      address: `/main/secretaries?view=protocols&protocol=${recorded.split('/').at(-1)}`,
      shown: agenda,
    },
    ...(['secretary', 'manager', 'admin'] as const).flatMap((who) => [
      { name: `settings-${who}`, who, address: '/main/settings', shown: (page: Page) => page.getByLabel('Телефон') },
      { name: `users-${who}`, who, address: '/main/settings/users', shown: rows('Пользователи') },
    ]),
    {
      name: 'settings-documents',
      who: 'admin',
      address: '/main/settings?tab=documents',
      shown: (page) => page.getByRole('main').getByRole('textbox').first(),
    },
    {
      name: 'settings-notices',
      who: 'secretary' as const,
      address: '/main/settings?tab=notices',
      shown: rows('О чём и как сообщать'),
    },
    {
      name: 'settings-state',
      who: 'admin',
      address: '/main/settings?tab=state',
      shown: (page) => page.getByRole('button', { name: 'Проверить: Почта' }),
    },
    {
      name: 'settings-external',
      who: 'external',
      // People who have tasks are sent to another screen.
      address: '/main/settings?tab=profile',
      shown: (page) => page.getByLabel('Телефон'),
    },
    {
      name: 'own-meetings',
      who: 'external',
      address: '/main/settings?tab=meetings',
      shown: (page) => page.getByRole('main').getByRole('listitem').first(),
    },
    {
      name: 'own-protocols',
      who: 'external',
      address: '/main/settings?tab=protocols',
      shown: (page) => page.getByRole('list', { name: 'Протоколы' }).getByRole('listitem').first(),
    },
    {
      name: 'own-protocol',
      who: 'external',
      address: `/main/settings?tab=protocols&protocol=${ownProtocol}`,
      shown: (page) => page.getByRole('region', { name: 'Страницы документа' }),
    },
    {
      name: 'own-tasks',
      who: 'manager',
      address: '/main/settings?tab=tasks',
      shown: (page) =>
        page
          .getByRole('main')
          .getByRole('heading', { level: 2 })
          .or(page.getByRole('list', { name: 'Мои поручения' }))
          .first(),
    },
    {
      name: 'unknown-inside',
      who: 'secretary',
      address: '/main/nothing',
      shown: (page) => page.getByText('Упс ... Такой страницы нет'),
    },
  ];
}

function keywordRow(page: Page): Locator {
  return page.getByRole('list', { name: 'Ключевые слова' }).getByRole('listitem').first();
}
