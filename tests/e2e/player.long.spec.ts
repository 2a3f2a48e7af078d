import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { laptop, phone, tablet } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { byLevel } from '#tests/support/level.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';

/** Opens the demo's protocol with a recording. */
async function openRecorded(context: BrowserContext, url: string) {
  const { id, token, get } = await recordedProtocol(url);
  const page = await signInAsSecretary(context, url);
  await page.goto(`${url}/main/protocols/${id}`);
  return { page, id, token, read: () => get<Protocol>(`/protocols/${id}`), get };
}

const video = (page: Page) => page.locator('video');
const moments = (page: Page) => page.getByRole('button', { name: 'Вопросы и отметки' });
/** The player's bar, which is there with and without a picture. */
const bar = (page: Page) => page.getByRole('slider', { name: 'Место в записи' });
const isPaused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused);
const secondOf = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

for (const { width, height } of byLevel([laptop], [laptop, tablet, phone])) {
  test(`at ${width}×${height} the recording stays in view while its transcript is read and corrected`, async ({
    context,
    server,
    trouble,
  }) => {
    const { page } = await openRecorded(context, server.url);
    await page.setViewportSize({ width, height });
    await page.getByRole('tab', { name: 'Расшифровка' }).click();
    const lines = page.getByRole('region', { name: 'Строки расшифровки' });
    await expect(lines.getByRole('listitem').first()).toBeVisible();
    await lines.scrollIntoViewIfNeeded();
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    await expect(lines).toBeInViewport({ ratio: width > 720 ? 0.95 : 0.4 });
    // It opens at the position of the recording: its beginning.
    await expect(lines.getByRole('listitem').first()).toBeInViewport();
    await lines
      .getByRole('button', { name: /^\d+:\d\d/ })
      .first()
      .click();
    await lines
      .getByRole('button', { name: /^Исправить строку/ })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: /^Слова/ })).toBeInViewport();
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await lines
      .getByRole('button', { name: /^В протокол: строка/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^В решение/ })).toBeInViewport({ ratio: 1 });
    if (width > 1100) await expect(page.getByRole('list', { name: 'Повестка дня' })).toBeInViewport();
    expect(trouble).toEqual([]);
  });
}

/** Returns the share of the window's height that the transcript's lines take. */
function shareOfLines(page: Page): Promise<number> {
  return page.getByRole('region', { name: 'Строки расшифровки' }).evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return (Math.min(bottom, window.innerHeight) - Math.max(top, 0)) / window.innerHeight;
  });
}

test('on a small laptop the transcript has most of the window, too', async ({ context, server }) => {
  const { page } = await openRecorded(context, server.url);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  await expect.poll(() => shareOfLines(page)).toBeGreaterThanOrEqual(0.6);
});

test('beside a recording in processing the transcript takes most of a laptop window', async ({ context, server }) => {
  const { id } = await recordedProtocol(server.url);
  const page = await signInAsSecretary(context, server.url);
  await page.route(`**/api/protocols/${id}`, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const processing = [...'1234567'].map((step) => ({ step, state: 'running', percent: 62, seconds_left: 90 }));
    await route.fulfill({ response, json: { data: { ...data, stage: 'video_process', processing } } });
  });
  await page.goto(`${server.url}/main/protocols/${id}`);
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  await expect(page.getByRole('button', { name: /^Обработка/ })).toBeVisible();
  await expect.poll(() => shareOfLines(page)).toBeGreaterThanOrEqual(0.6);
});

test('on a laptop the transcript takes most of the window, it alone scrolls, and nothing covers the focus', async ({
  context,
  server,
}) => {
  const { page } = await openRecorded(context, server.url);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  await expect(lines.getByRole('listitem').first()).toBeVisible();
  const share = () => shareOfLines(page);
  await expect.poll(share, 'at the head of the page').toBeGreaterThanOrEqual(0.6);

  await test.step('the lines scroll, the page and what is around them do not', async () => {
    await lines.hover();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 5_000);
    await expect.poll(() => lines.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await page.mouse.wheel(0, 5_000);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    const others = await lines.evaluate((each) => {
      const around: string[] = [];
      for (let one = each.parentElement; one; one = one.parentElement)
        if (one !== document.documentElement && one.scrollHeight > one.clientHeight + 1 && one.scrollTop > 0)
          around.push(one.className);
      return around;
    });
    expect(others).toEqual([]);
  });

  await test.step('the sheet scrolls beside it, and the transcript stays', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(share, 'at the foot of the page').toBeGreaterThanOrEqual(0.6);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
  });

  await test.step('what has the focus is seen, wherever Tab leads beside the sheet', async () => {
    await bar(page).focus();
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused?.closest('main') || focused.matches('section')) return undefined;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return focused.contains(seen) || seen?.contains(focused) ? undefined : focused.outerHTML.slice(0, 200);
      });
      expect(hidden).toBeUndefined();
    }
  });
});

test('questions are chapters: they are played by keyboard, and a start is set offline', async ({ context, server }) => {
  const { page, read } = await openRecorded(context, server.url);
  const part = page.getByRole('region', { name: 'Вопросы в записи' });
  const chapters = part.getByRole('button', { name: /^\d+:\d\d/ });
  await moments(page).press('Enter');
  await expect(chapters.first()).toBeVisible();
  await chapters.first().focus();
  await expect(chapters.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chapters.first()).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press('Control+Space');
  await expect.poll(() => isPaused(page)).toBe(true);

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

test('a moment found by the search opens the recording there', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols?search=смету`);
  const moment = page.getByRole('link', { name: /^Смотреть с \d+:\d\d/ }).first();
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await moment.getAttribute('aria-label')) ?? '') ?? [];
  await moment.press('Enter');
  await expect(page).toHaveURL(/\/main\/protocols\/[^/?]+$/);
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(Number(minutes) * 60 + Number(seconds));
});

test('the whole recording can be used by keyboard, on a narrow screen too', async ({ context, server }) => {
  const { page } = await openRecorded(context, server.url);
  await page.setViewportSize({ width: 1024, height: 768 });
  const moment = page.getByRole('button', { name: /^Показать запись с/ }).first();

  await test.step('a moment of the sheet leads to the recording, which has the focus and its keys', async () => {
    await moment.press('Enter');
    await expect(page.getByRole('tab', { name: 'Видео' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: 'Пауза' })).toBeFocused();
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(page)).toBe(true);
  });

  await test.step('steps and speed', async () => {
    await page.getByLabel('Скорость').selectOption('1.5');
    await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5);
    const before = await secondOf(page);
    await page.getByRole('button', { name: 'Назад на 10 секунд' }).press('Enter');
    await expect.poll(() => secondOf(page)).toBeLessThanOrEqual(Math.max(0, before - 9));
  });

  await test.step('the lines: from one to the next, played, corrected, and the focus comes back', async () => {
    await page.getByRole('tab', { name: 'Видео' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Расшифровка' })).toBeFocused();
    const lines = page.getByRole('region', { name: 'Строки расшифровки' });
    const words = lines.getByRole('button', { name: /^\d+:\d\d/ });
    await expect(words.first()).toBeVisible();
    await words.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(words.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press('Control+Space');
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(lines.getByRole('button', { name: /^Исправить строку/ }).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: /^Слова/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(lines.getByRole('button', { name: /^Исправить строку/ }).nth(1)).toBeFocused();
  });
});

test('a playback start that the browser blocks is offered as a button, also with a folded picture', async ({
  context,
  server,
}) => {
  const { page } = await openRecorded(context, server.url);
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = async () => {
      HTMLMediaElement.prototype.play = play;
      throw new DOMException('', 'NotAllowedError');
    };
  });
  await page.getByRole('button', { name: 'Свернуть изображение' }).click();
  await page
    .getByRole('button', { name: /^Показать запись с/ })
    .first()
    .click();
  const start = page.getByRole('button', { name: /^Смотреть с/ });
  await expect(start).toBeFocused();
  await start.click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect(start).toHaveCount(0);
  await expect(video(page)).toBeHidden();
});

test('full screen hides the list of questions, and ends when the recording fails to play', async ({
  context,
  server,
}) => {
  const { page } = await openRecorded(context, server.url);
  const list = page.getByRole('region', { name: 'Вопросы в записи' });
  await moments(page).click();
  await expect(list).toBeVisible();
  await page.getByRole('button', { name: 'Во весь экран' }).click();
  await expect(page.getByRole('button', { name: 'Выйти из полного экрана' })).toBeVisible();
  await expect(list).toBeHidden();
  await expect(moments(page)).toBeHidden();
  await expect(bar(page)).toBeVisible();
  await video(page).evaluate((element: HTMLVideoElement) => {
    Object.defineProperty(element, 'error', { value: { code: 3 } });
    element.dispatchEvent(new Event('error'));
  });
  await expect(page.getByText(/^Браузер не может показать эту запись/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(list).toBeVisible();
});

test('a transcript line corrected on another device meanwhile is a conflict, and nothing is lost', async ({
  context,
  server,
}) => {
  const { page, id, token, get } = await openRecorded(context, server.url);
  const last = async () => (await get<Transcript>(`/protocols/${id}/transcript`)).segments.at(-1);
  const line = await last();
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  await page.getByRole('searchbox', { name: 'Поиск в расшифровке' }).fill('спасибо');
  await expect(page.getByText('Найдено: 1 строка')).toBeVisible();
  await lines.getByRole('button', { name: /^Исправить строку/ }).press('Enter');
  await page.getByRole('textbox', { name: /^Слова/ }).fill('Спасибо, до встречи');
  const elsewhere = `Спасибо, коллеги ${Date.now()}`;
  const reply = await fetch(`${server.url}/api/protocols/${id}/transcript`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ segments: [{ id: line?.id, text: elsewhere }] }),
  });
  expect(reply.ok).toBe(true);
  await page.getByRole('textbox', { name: /^Слова/ }).press('Enter');
  const choice = lines.getByRole('form', { name: /исправили в другом месте$/ });
  await expect(choice).toContainText(elsewhere);
  await expect(choice.getByRole('textbox', { name: 'Моя правка' })).toHaveValue('Спасибо, до встречи');
  expect((await last())?.text).toBe(elsewhere);
  await choice.getByRole('button', { name: 'Сохранить мою' }).press('Enter');
  await expect(choice).toHaveCount(0);
  await expect.poll(async () => (await last())?.text).toBe('Спасибо, до встречи');
});
