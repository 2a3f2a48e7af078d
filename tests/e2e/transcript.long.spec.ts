import { expect } from '@playwright/test';
import { makeRecording } from '#tests/api/support/recording.ts';
import { Upload } from '#tests/api/support/upload.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { until } from '#tests/support/processes.ts';

const amount = 3_000;
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
/** As many lines as in a long meeting, fifty per second, so that a short recording contains them. */
const subtitles = Array.from({ length: amount }, (_, index) => {
  const words = index === 2_500 ? 'Смету утвердили на прошлой неделе' : `Строка номер ${index + 1}`;
  return `${clock(index / 50)} --> ${clock((index + 1) / 50)}\n<v Спикер ${(index % 2) + 1}>${words}\n`;
});

test('a long transcript follows the recording, is searched, corrected and shown as captions', async ({ stand }) => {
  // The server processes the recording of its demo data before.
  test.slow();
  const { server } = stand;
  const token = await signIn(server.url);
  const call = async (method: string, path: string, body: BodyInit) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const reply = await fetch(`${server.url}/api${path}`, { method, headers, body });
    expect([path, reply.ok]).toEqual([path, true]);
    return (await reply.json()).data;
  };
  const { id } = await call('POST', '/protocols', JSON.stringify({ title: 'Большое совещание' }));
  await new Upload({ url: server.url, token }, id, makeRecording('mp4', 60), 256 * 1024).sendAll();
  const reached = (stage: string) =>
    until(
      async () => {
        const { data } = await getJson<{ data: { stage: string } }>(server.url, token, `/protocols/${id}`);
        return data.stage === stage || undefined;
      },
      stage,
      180_000,
    );
  await reached('video_uploaded');
  await call('POST', `/protocols/${id}/process-video`, '{}');
  await reached('success_video_process');
  const form = new FormData();
  form.append('_method', 'PUT');
  form.append('subtitles', new Blob([`WEBVTT\n\n${subtitles.join('\n')}`]), 'совещание.vtt');
  await call('POST', `/protocols/${id}/transcript`, form);

  const page = await signInAsSecretary(await stand.browser.start(), server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  const video = page.locator('video');

  await test.step('only the lines in sight are drawn', async () => {
    await expect(lines.getByRole('listitem').first()).toBeVisible();
    expect(await lines.getByRole('listitem').count()).toBeLessThan(80);
    await expect(lines.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(amount));
  });

  await test.step('it follows the recording, until the reader scrolls away', async () => {
    await lines.scrollIntoViewIfNeeded();
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 40.01;
    });
    await expect(lines.getByRole('button', { name: '0:40, Спикер 1: Строка номер 2001' })).toBeInViewport();
    await expect(lines.locator('[aria-current]')).toContainText('Строка номер 2001');
    await lines.hover();
    await page.mouse.wheel(0, -2_000);
    await page.getByRole('button', { name: 'К текущему месту' }).click();
    await expect(lines.getByRole('button', { name: '0:40, Спикер 1: Строка номер 2001' })).toBeInViewport();
  });

  await test.step('a found line plays its moment', async () => {
    await page.getByRole('searchbox', { name: 'Поиск в расшифровке' }).fill('утвердить смета');
    await expect(page.getByText('Найдено: 1 строка')).toBeVisible();
    await lines.getByRole('button', { name: /Смету утвердили/ }).click();
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThanOrEqual(50);
  });

  await test.step('a correction by keyboard is there after a reload, with its time', async () => {
    await page.keyboard.press('Tab');
    await expect(lines.getByRole('button', { name: 'В протокол: строка 0:50' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(lines.getByRole('button', { name: 'Исправить строку 0:50' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' в срок');
    await page.keyboard.press('Enter');
    await expect(lines.getByRole('button', { name: /^0:50, .*на прошлой неделе в срок/ })).toBeVisible();
    await expect
      .poll(async () => {
        const path = `/protocols/${id}/transcript`;
        return (await getJson<{ data: { version: number } }>(server.url, token, path)).data.version;
      })
      .toBe(2);
    await page.reload();
    await page.getByRole('tab', { name: 'Расшифровка' }).click();
    await page.getByRole('searchbox', { name: 'Поиск в расшифровке' }).fill('срок');
    await expect(lines.getByRole('button', { name: /^0:50, .*на прошлой неделе в срок/ })).toBeVisible();
  });

  await test.step('the captions of the player say the same', async () => {
    const cues = () =>
      video.evaluate((element: HTMLVideoElement) => {
        const [track] = element.textTracks;
        if (track) track.mode = 'showing';
        return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text);
      });
    await expect.poll(async () => (await cues()).length).toBe(amount);
    expect((await cues())[2_500]).toContain('на прошлой неделе в срок');
  });
});
