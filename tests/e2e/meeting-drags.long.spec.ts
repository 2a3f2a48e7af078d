import { expect, type Page } from '@playwright/test';
import { createMeeting, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { dragMouse, type Point, pointOf } from '#tests/support/pointer.ts';

interface Row {
  title: string;
  start_at: string;
  end_at: string;
}

const meeting = (page: Page, title: string) => page.getByRole('grid').getByRole('button', { name: title });
/** A cell of the month; only the one with the keyboard focus has an accessible name. */
const day = (page: Page, date: string) => page.locator(`[role="gridcell"][data-date="${date}"]`);
const waits = (page: Page, title: string) => meeting(page, title).filter({ hasText: 'ожидает отправки' });
const nothingWaits = (page: Page) => expect(meeting(page, 'ожидает отправки')).toHaveCount(0);
const moved = (page: Page) => page.getByRole('button', { name: /^Встреча перенесена/ });

/** Fetches the meetings of a month that no other test uses, in Moscow time. */
async function times(url: string, month: string): Promise<string[]> {
  const path = `/meetings?start_date_at=${month}-01&end_date_at=${month}-28`;
  const { data } = await getJson<{ data: Row[] }>(url, await signIn(url), path);
  const local = (at: string) => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(5, 16);
  return data.map(({ title, start_at, end_at }) => `${title} ${local(start_at)} – ${local(end_at)}`).toSorted();
}

async function name(page: Page, title: string, start: RegExp, end: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
  await expect(dialog.getByRole('group', { name: 'Начало' })).toContainText(start);
  await expect(dialog.getByRole('group', { name: 'Окончание' })).toContainText(end);
  await dialog.getByLabel('Название').fill(title);
  await dialog.getByLabel('Название').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(meeting(page, title).first()).toBeVisible();
}

test('days drawn in a month become a meeting, which is dragged to other days, online and offline', async ({
  page,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  await signInAsSecretary(page.context(), proxy.url);
  await page.goto(`${proxy.url}/main/meetings?view=month&date=2033-03-10`);
  /** Returns a free point low in the cell: meetings are above it. */
  const below = (date: string) => pointOf(day(page, date), 0.5, 0.9);
  const draw = async (from: string, to: string) => dragMouse(page, await below(from), await below(to));
  /** Drags a meeting by the part of it that lies on one day. */
  const carry = async (title: string, from: string, to: string) => {
    const cell = await day(page, from).boundingBox();
    const parts = await Promise.all((await meeting(page, title).all()).map((part) => pointOf(part)));
    const part = parts.find(({ y }) => cell && y > cell.y && y < cell.y + cell.height);
    if (!cell || !part) throw new Error(`${title} is not there on ${from}`);
    await dragMouse(page, { x: cell.x + cell.width / 2, y: part.y }, await below(to));
  };
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);

  await draw('2033-03-08', '2033-03-10');
  await name(page, 'Сессия', /08\.03\.2033, .?10:00/, /10\.03\.2033, .?18:00/);
  await expect.poll(() => times(server.url, '2033-03')).toEqual(['Сессия 03-08T10:00 – 03-10T18:00']);
  await nothingWaits(page);
  // Dragged by its second day, the whole meeting moves.
  await carry('Сессия', '2033-03-09', '2033-03-16');
  await expect.poll(() => times(server.url, '2033-03')).toEqual(['Сессия 03-15T10:00 – 03-17T18:00']);
  await nothingWaits(page);

  proxy.cut();
  await expect(page.getByText('Нет подключения.')).toBeVisible();
  // Drawn backwards, and over the end of a week.
  await draw('2033-03-22', '2033-03-20');
  await name(page, 'Выезд', /20\.03\.2033, .?10:00/, /22\.03\.2033, .?18:00/);
  await carry('Выезд', '2033-03-21', '2033-03-23');
  await expect(moved(page)).toContainText('22 марта 2033 г., 10:00 – 24 марта 2033 г., 18:00');
  await carry('Сессия', '2033-03-16', '2033-03-09');
  await expect(moved(page)).toContainText('8 марта 2033 г., 10:00 – 10 марта 2033 г., 18:00');
  for (const title of ['Сессия', 'Выезд']) await expect(waits(page, title).first()).toBeVisible();

  proxy.restore();
  await expect
    .poll(() => times(server.url, '2033-03'))
    .toEqual(['Выезд 03-22T10:00 – 03-24T18:00', 'Сессия 03-08T10:00 – 03-10T18:00']);
  await nothingWaits(page);
  expect(trouble).toEqual([]);
  await proxy.stop();
});

test('in a week a meeting is extended over midnight and dragged to another day, online and offline', async ({
  page,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  const at = (time: string) => `2033-04-13T${time}:00+03:00`;
  await createMeeting(server.url, await signIn(server.url), {
    title: 'Смена',
    start_at: at('21:00'),
    end_at: at('23:00'),
  });
  await signInAsSecretary(page.context(), proxy.url);
  // A window tall enough to show the evening of one day beside the night of the next.
  await page.setViewportSize({ width: 1366, height: 1700 });
  await page.goto(`${proxy.url}/main/meetings?view=week&date=2033-04-13`);
  await expect(meeting(page, 'Смена')).toBeVisible();

  /** Returns the first line of a half hour in a column; Monday is 0. */
  const slot = async (weekday: number, time: string): Promise<Point> => {
    const { x } = await pointOf(page.getByRole('columnheader').nth(weekday));
    return { x, y: (await pointOf(page.locator(`[data-time="${time}:00"]`).last(), 0.5, 0.3)).y };
  };
  /** Takes one of the two edges of the part of a meeting that stands in a column. */
  const pull = async (edge: 'first' | 'last', to: Point) => {
    const part = edge === 'first' ? meeting(page, 'Смена').first() : meeting(page, 'Смена').last();
    const box = await part.boundingBox();
    if (!box) throw new Error('There is no meeting to pull at');
    await part.hover();
    await dragMouse(page, { x: box.x + box.width / 2, y: edge === 'first' ? box.y + 1 : box.y + box.height - 1 }, to);
  };

  await pull('last', await slot(3, '01:00'));
  await expect(moved(page)).toContainText('13 апреля 2033 г., 21:00 – 14 апреля 2033 г., 01:30');
  await expect.poll(() => times(server.url, '2033-04')).toEqual(['Смена 04-13T21:00 – 04-14T01:30']);
  await expect(meeting(page, 'Смена')).toHaveCount(2);
  await nothingWaits(page);

  proxy.cut();
  await expect(page.getByText('Нет подключения.')).toBeVisible();
  await dragMouse(page, await slot(2, '22:00'), await slot(4, '22:00'));
  await expect(moved(page)).toContainText('15 апреля 2033 г., 21:00 – 16 апреля 2033 г., 01:30');
  // Its start is dragged too, back over another midnight.
  await pull('first', await slot(3, '23:30'));
  await expect(moved(page)).toContainText('14 апреля 2033 г., 23:30 – 16 апреля 2033 г., 01:30');
  await expect(waits(page, 'Смена').first()).toBeVisible();

  proxy.restore();
  await expect.poll(() => times(server.url, '2033-04')).toEqual(['Смена 04-14T23:30 – 04-16T01:30']);
  await nothingWaits(page);
  expect(trouble).toEqual([]);
  await proxy.stop();
});
