import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Protocol } from '#contract/protocol.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

/** The demo's protocol with a recording, on the screen. */
async function openRecorded(context: BrowserContext, url: string) {
  const token = await signIn(url);
  const get = async <T>(path: string) => (await getJson<{ data: T }>(url, token, path)).data;
  const [recorded] = await get<Protocol[]>('/protocols?stage=success_video_process&limit=15&page=1');
  const id = recorded?.id ?? '';
  const page = await signInAsSecretary(context, url);
  await page.goto(`${url}/main/protocols/${id}`);
  return { page, read: () => get<Protocol>(`/protocols/${id}`) };
}

const video = (page: Page) => page.locator('video');
const secondOf = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

for (const [width, height] of [
  [1366, 768],
  [1024, 768],
  [390, 844],
] as const) {
  test(`at ${width}×${height} the recording is in sight while its transcript is read and corrected`, async ({
    context,
    server,
    trouble,
  }) => {
    const { page } = await openRecorded(context, server.url);
    await page.setViewportSize({ width, height });
    await page.getByRole('tab', { name: 'Расшифровка' }).click();
    const lines = page.getByRole('region', { name: 'Строки расшифровки' });
    await expect(lines.getByRole('listitem').first()).toBeVisible();
    await lines.getByRole('listitem').first().scrollIntoViewIfNeeded();
    await expect(video(page)).toBeInViewport({ ratio: 0.95 });
    await expect(lines).toBeInViewport({ ratio: width > 720 ? 0.95 : 0.4 });
    await lines
      .getByRole('button', { name: /^\d+:\d\d/ })
      .first()
      .click();
    await lines
      .getByRole('button', { name: /^Исправить строку/ })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: /^Слова/ })).toBeInViewport();
    await expect(video(page)).toBeInViewport({ ratio: 0.95 });
    expect(trouble).toEqual([]);
  });
}

test('the questions are chapters: by keyboard they are played, and begun without a line', async ({
  context,
  server,
}) => {
  const { page, read } = await openRecorded(context, server.url);
  const part = page.getByRole('region', { name: 'Вопросы в записи' });
  const chapters = part.getByRole('button', { name: /^\d+:\d\d/ });
  await part.getByText(/^Вопросы в записи/).focus();
  await page.keyboard.press('Enter');
  await expect(chapters.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(chapters.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chapters.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Control+Space');
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);

  await test.step('the player has them as a track', async () => {
    const cues = () =>
      video(page).evaluate((element: HTMLVideoElement) => {
        const track = [...element.textTracks].find(({ kind }) => kind === 'chapters');
        if (track?.mode === 'disabled') track.mode = 'hidden';
        return track?.cues?.length ?? 0;
      });
    await expect.poll(cues).toBe(await chapters.count());
  });

  await test.step('a question begins where the recording stands', async () => {
    await context.route('**/api/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    const [first] = (await read()).agenda ?? [];
    await part.getByLabel('Начинается вопрос').selectOption(String(first?.id));
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.currentTime = 1.5;
    });
    await expect.poll(() => secondOf(page)).toBe(1.5);
    await part.getByRole('button', { name: 'Начало вопроса здесь' }).press('Enter');
    await expect(part.getByText(/^Начало вопроса 1 отмечено: 0:01/)).toBeVisible();
    await context.unroute('**/api/**');
    const began = async () => (await read()).agenda?.find(({ id }) => id === first?.id)?.evidence?.start;
    await expect.poll(began).toBe(1.5);
    await expect(chapters.first()).toContainText('0:01 1. ');
  });
});

test('a moment that the search has found opens the recording there', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols?search=смету`);
  const moment = page.getByRole('link', { name: /^Смотреть с \d+:\d\d/ }).first();
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await moment.getAttribute('aria-label')) ?? '') ?? [];
  await moment.press('Enter');
  await expect(page).toHaveURL(/\/main\/protocols\/[^/?]+$/);
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(Number(minutes) * 60 + Number(seconds));
});
