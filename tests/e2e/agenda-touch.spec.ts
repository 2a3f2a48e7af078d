import { expect, type Page } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { pointOf, putFinger } from '#tests/support/pointer.ts';
import { watchSettling } from '#tests/support/settled.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const titles = Array.from({ length: 8 }, (_, index) => `Вопрос о складе ${index + 1}`);
const list = (page: Page) => page.getByRole('list', { name: 'Повестка дня' });
const question = (page: Page, title: string) => list(page).locator('[data-item]').filter({ hasText: title });
const handle = (page: Page, title: string) =>
  question(page, title).getByRole('button', { name: /^Переместить: вопрос/ });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Watches for the end of the next scroll; the answer waits for it. */
async function watchScrollEnd(page: Page): Promise<() => Promise<void>> {
  const ended = await page.evaluateHandle(async () => {
    // The end of an earlier scroll is told with the next frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const next = new Promise<void>((resolve) => {
      document.addEventListener('scrollend', () => resolve(), { once: true });
    });
    return { next };
  });
  return () => ended.evaluate(({ next }) => next);
}

test('on a phone a question is dragged by a finger, also beyond the screen, and any other swipe scrolls', async ({
  context,
  server,
  trouble,
}) => {
  const token = await signIn(server.url);
  const agenda = titles.map((title) => ({ id: crypto.randomUUID(), title, listened: 'Доклад кладовщика' }));
  const id = await createProtocol(server.url, token, 'Повестка на телефоне', { agenda });
  const kept = async () => {
    const { data } = await getJson<{ data: { agenda: { title: string }[] } }>(server.url, token, `/protocols/${id}`);
    return data.agenda.map(({ title }) => Number(title.at(-1)));
  };
  const page = await signInAsSecretary(context, server.url);
  const settled = watchSettling(page);
  await page.goto(`${server.url}/main/protocols/${id}`);
  await expect(question(page, titles[0] ?? '')).toBeVisible();
  // Content that loads late above the agenda would move it, and the browser would scroll after it.
  await settled();

  await test.step('a swipe over the questions scrolls, and moves none', async () => {
    await question(page, titles[1] ?? '').scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    const from = await pointOf(question(page, titles[1] ?? '').getByText('Доклад кладовщика'));
    const atRest = await watchScrollEnd(page);
    const finger = await putFinger(page, from);
    await finger.moveTo({ x: from.x, y: from.y - 300 });
    await finger.lift();
    // A swipe goes on after the finger was lifted: a later measurement would move with it.
    await atRest();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 100);
    await expect(page.locator('[data-dragged]')).toHaveCount(0);
    expect(await kept()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  await test.step('by its handle it comes along, and the page stays', async () => {
    await handle(page, titles[1] ?? '').scrollIntoViewIfNeeded();
    await question(page, titles[0] ?? '').evaluate((row) =>
      row.scrollIntoView({ block: 'start', behavior: 'instant' }),
    );
    await page.evaluate(() => window.scrollBy({ top: -150, behavior: 'instant' }));
    const before = await scrolled(page);
    const finger = await putFinger(page, await pointOf(handle(page, titles[0] ?? '')));
    await finger.moveTo(await pointOf(question(page, titles[2] ?? ''), 0.5, 0.8));
    await expect(question(page, titles[0] ?? '')).toHaveAttribute('data-dragged', '');
    await expect(question(page, titles[2] ?? '')).toHaveAttribute('data-drop', 'after');
    expect(await scrolled(page)).toBe(before);
    await finger.lift();
    await expect.poll(kept).toEqual([2, 3, 1, 4, 5, 6, 7, 8]);
    await expect(page.locator('[data-dragged], [data-drop]')).toHaveCount(0);
    // A drag is no press: the question about the place does not open.
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('held at the edge of the screen it brings up what is beyond', async () => {
    const finger = await putFinger(page, await pointOf(handle(page, titles[1] ?? '')));
    await finger.moveTo({ x: 195, y: 836 });
    await expect(question(page, titles[7] ?? '')).toHaveAttribute('data-drop', 'after');
    await finger.lift();
    await expect.poll(kept).toEqual([3, 1, 4, 5, 6, 7, 8, 2]);
  });

  await test.step('a tap on the handle asks for the place', async () => {
    await handle(page, titles[7] ?? '').tap();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  expect(trouble).toEqual([]);
});
