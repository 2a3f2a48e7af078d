import { expect, type Page } from '@playwright/test';
import { makeMedia } from '#tests/api/support/make-media.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Части записи' });

/** Makes a recording of six seconds that a browser plays as it is. */
function made(): Buffer {
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-f', 'lavfi', '-i', 'sine=frequency=330'];
  return makeMedia([...inputs, '-t', '6', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', 'part.webm']);
}

test('a second recording becomes the next part, and playback continues across the border', async ({
  context,
  ownServer: server,
  trouble,
}) => {
  const { id } = await recordedProtocol(server.url);
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  await page.getByRole('button', { name: /^Документы/ }).click();
  await page.getByRole('menuitem', { name: /файл записи/i }).click();
  const file = { name: 'После перерыва.webm', mimeType: 'video/webm', buffer: made() };
  await page.getByLabel('Добавить запись').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Куда добавить запись' });
  await expect(dialog).toContainText('станет частью 2 этой встречи');
  await dialog.getByRole('button', { name: 'Добавить запись' }).click();

  const second = strip(page).getByRole('button', { name: /^Часть 2/ });
  await expect(second).toBeEnabled({ timeout: 60_000 });
  await expect(strip(page)).toContainText('Часть 1 из 2');
  const video = page.locator('video');
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = element.duration - 0.3;
  });
  await expect(strip(page)).toContainText(/Часть 2 из 2, с.\d+:\d\d встречи/, { timeout: 20_000 });
  await expect(second).toHaveAttribute('aria-current', 'true');
  const state = () =>
    video.evaluate(({ currentSrc, currentTime }: HTMLVideoElement) => {
      return currentTime > 0.2 && new URL(currentSrc).searchParams.has('recording_id');
    });
  await expect.poll(state, { timeout: 20_000 }).toBe(true);

  // A line of the first recording leads back to it.
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  await expect(lines.getByRole('heading', { name: 'Часть 1' })).toBeVisible();
  await lines
    .getByRole('button', { name: /^\d+:\d\d/ })
    .nth(1)
    .click();
  await expect(strip(page)).toContainText('Часть 1 из 2');
  expect(trouble).toEqual([]);
});
