import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startObjectStorage } from '#tests/api/support/object-storage.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

test('a recording plays from the object storage, from any second, and none of its bytes pass through the server', async ({
  context,
  trouble,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-addresses-'));
  const objects = await startObjectStorage();
  const files = objects.url.replace(/.*endpoint=http:\/\/127\.0\.0\.1(:\d+).*/, 'http://localhost$1');
  const env = { STORAGE_URL: objects.url, STORAGE_PUBLIC_URL: files };
  const server = await ServerProcess.start(join(folder, 'data'), env);
  await server.demoProcessed();
  const { id } = await recordedProtocol(server.url);
  const page = await signInAsSecretary(context, server.url);
  const answers: string[] = [];
  page.on('response', (each) => {
    if (each.request().resourceType() === 'media') answers.push(`${each.status()} ${new URL(each.url()).origin}`);
  });
  await page.goto(`${server.url}/main/protocols/${id}`);
  const video = page.locator('video');
  const ready = () => video.evaluate((element: HTMLVideoElement) => element.readyState);
  await expect.poll(ready).toBeGreaterThanOrEqual(2);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 1;
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false);
  await expect.poll(ready).toBeGreaterThanOrEqual(2);
  expect(new Set(answers)).toEqual(new Set([`302 ${server.url}`, `206 ${files}`]));
  expect(trouble).toEqual([]);
  await server.stop();
  await objects.close();
  await rm(folder, { recursive: true, force: true });
});
