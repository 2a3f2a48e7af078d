import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createMeeting, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

interface Case {
  zone: string;
  /** On the person's clock, with the offset of that day. */
  start: string;
  end: string;
  /** The same hours on the next day, as the server keeps them. */
  next: [start: string, end: string];
}

// The clocks change before each next day, except in the zone that never changes them.
const cases: Case[] = [
  {
    zone: 'Europe/Berlin',
    start: '2026-10-24T10:00:00+02:00',
    end: '2026-10-24T11:30:00+02:00',
    next: ['2026-10-25T09:00:00.000Z', '2026-10-25T10:30:00.000Z'],
  },
  {
    zone: 'Europe/Berlin',
    start: '2026-03-28T10:00:00+01:00',
    end: '2026-03-28T11:30:00+01:00',
    next: ['2026-03-29T08:00:00.000Z', '2026-03-29T09:30:00.000Z'],
  },
  {
    zone: 'America/New_York',
    start: '2026-10-31T10:00:00-04:00',
    end: '2026-10-31T11:30:00-04:00',
    next: ['2026-11-01T15:00:00.000Z', '2026-11-01T16:30:00.000Z'],
  },
  {
    zone: 'Asia/Kamchatka',
    start: '2027-02-06T10:00:00+12:00',
    end: '2027-02-06T11:30:00+12:00',
    next: ['2027-02-06T22:00:00.000Z', '2027-02-06T23:30:00.000Z'],
  },
];

/** Drags by a column to the right, within the hour. */
async function dragToNextDay(page: Page, title: string): Promise<void> {
  const box = await page.getByRole('grid').getByRole('button', { name: title }).boundingBox();
  const [saturday, sunday] = await Promise.all(
    [-2, -1].map((place) => page.getByRole('columnheader').nth(place).boundingBox()),
  );
  if (!box || !saturday || !sunday) throw new Error('Nothing to drag');
  const from = { x: saturday.x + saturday.width / 2, y: box.y + 8 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(sunday.x + sunday.width / 2, from.y, { steps: 8 });
  await page.mouse.up();
}

// Both directions of the clock change; the other zones at the long level.
for (const { zone, start, end, next } of cases) {
  const day = start.slice(0, 10);
  test.describe(`in ${zone} around ${day}`, () => {
    test.use({ timezoneId: zone });

    test('a meeting moved to the next day keeps its hours: in the calendar, the form, the file and the warning', async ({
      page,
      server,
      trouble,
    }) => {
      const token = await signIn(server.url);
      const title = `Совет ${zone} ${day}`;
      const id = await createMeeting(server.url, token, { title, start_at: start, end_at: end });
      const times = async () => {
        const year = Number(day.slice(0, 4));
        const path = `/meetings?start_date_at=${year}-01-01&end_date_at=${year}-12-31`;
        const { data } = await getJson<{ data: { id: string; start_at: string; end_at: string }[] }>(
          server.url,
          token,
          path,
        );
        const found = data.find((meeting) => meeting.id === id);
        return [found?.start_at, found?.end_at];
      };
      await signInAsSecretary(page.context(), server.url);
      await page.goto(`${server.url}/main/meetings?view=week&date=${day}`);
      const meeting = page.getByRole('grid').getByRole('button', { name: title });
      await expect(meeting).toContainText('10:00–11:30');

      await dragToNextDay(page, title);
      await expect.poll(times).toEqual(next);
      await expect(meeting).toContainText('10:00–11:30');
      await meeting.focus();
      await page.keyboard.press('Alt+ArrowLeft');
      await expect.poll(times).toEqual([start, end].map((each) => new Date(each).toISOString()));
      await page.keyboard.press('Alt+ArrowRight');
      await expect.poll(times).toEqual(next);

      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/, 10:00–11:30$/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Действия со встречей' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Файл для календаря (.ics)' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      for (const [name, moment] of [
        ['DTSTART', next[0]],
        ['DTEND', next[1]],
      ])
        expect(file).toContain(`${name}:${moment?.replaceAll(/[-:]|\.000/g, '')}`);
      await dialog.getByRole('button', { name: 'Изменить' }).click();
      await expect(dialog.getByRole('group', { name: 'Начало' })).toContainText(/, .?10:00/);
      await expect(dialog.getByRole('group', { name: 'Окончание' })).toContainText(/, .?11:30/);

      const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      await page.goto(`${server.url}/main/meetings?view=week&date=${tomorrow}&new=${tomorrow}T11:00`);
      await expect(page.getByRole('dialog').getByText(`«${title}», 10:00–11:30`)).toBeVisible();
      expect(trouble).toEqual([]);
    });
  });
}
