import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getJson, signIn } from './api-client.ts';
import { signInAsSecretary } from './app-steps.ts';

/** Flags for a fake camera and microphone, which the page may use without a question. */
export const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Запись встречи' });
export const panel = (page: Page) => page.getByRole('region', { name: 'Запись встречи' });
export const left = (page: Page) => page.getByRole('region', { name: 'Незаконченная запись' });

/** Opens the protocol and begins to record by the keyboard alone. */
export async function begin(page: Page, mode: 'Камера и микрофон' | 'Только микрофон'): Promise<void> {
  await page.getByRole('button', { name: 'Записать' }).press('Enter');
  await dialog(page).getByRole('button', { name: mode }).press('Enter');
  if (mode === 'Камера и микрофон') await expect(dialog(page).getByLabel('Изображение с камеры')).toBeVisible();
  await expect(dialog(page).getByText('Уровень звука')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Начать запись' }).press('Enter');
  await expect(panel(page).getByRole('status').first()).toHaveText('Идёт запись');
}

/** Waits until this many seconds are recorded. */
export async function recorded(page: Page, seconds: number): Promise<void> {
  const timer = panel(page).getByRole('timer');
  await expect.poll(async () => Number((await timer.textContent())?.split(':').at(-1))).toBeGreaterThanOrEqual(seconds);
}

/** Resolves with the properties of the processed video, by ffprobe. */
export async function played(url: string, protocolId: string, folder: string) {
  const token = await signIn(url);
  const protocol = async () =>
    (
      await getJson<{ data: { stage: string; video?: { url: string; name: string } } }>(
        url,
        token,
        `/protocols/${protocolId}`,
      )
    ).data;
  await expect.poll(async () => (await protocol()).stage, { timeout: 90_000 }).toBe('success_video_process');
  const { video } = await protocol();
  const answer = await fetch(new URL(video?.url ?? '', url));
  const path = join(folder, 'played');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'json', path],
  ]);
  const { format, streams } = JSON.parse(stdout) as {
    format: { duration: string };
    streams: { codec_type: string }[];
  };
  const kinds = streams.map(({ codec_type }) => codec_type).sort();
  return { name: video?.name, seconds: Number(format.duration), kinds };
}

export async function openProtocol(context: BrowserContext, url: string, id: string): Promise<Page> {
  const page = await signInAsSecretary(context, url);
  await page.goto(`${url}/main/protocols/${id}`);
  return page;
}
