import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { createProtocolInApp, signInAsSecretary, takeDocument } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { watchStages } from '#tests/support/stage-watch.ts';
import { tokenIsOnDisk } from '#tests/support/token-on-disk.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const megabytes = 64;
const title = 'Совещание о подготовке к отопительному сезону';
/** As the document prints it under «ПРОТОКОЛ»: in the genitive. */
const printedTitle = 'совещания о подготовке к отопительному сезону';

test('a video upload survives a cut, a closed tab, a killed browser and a killed server, and ends as documents', async ({
  stand,
}) => {
  const { server, proxy, browser } = stand;
  const video = await makeTestVideo(megabytes);
  let context = await browser.start();
  let page = await signInAsSecretary(context, proxy.url);
  const protocolId = await createProtocolInApp(page, title);
  const address = `${proxy.url}/main/protocols/${protocolId}`;
  const upload = () => page.getByRole('region', { name: 'Загрузка видео' });

  await test.step('the connection is cut in the middle', async () => {
    const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
    await page.getByLabel('Выбрать видео').setInputFiles(video);
    await held;
    proxy.cut();
    await expect(upload()).toContainText('Нет подключения');
    await expect(upload()).toContainText('файл сохранён на устройстве');
    await goOnUntil(proxy, 1.5);
  });

  await test.step('the tab is closed and opened', async () => {
    const other = await context.newPage();
    await page.close();
    proxy.restore();
    page = other;
    const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
    await page.goto(address);
    await held;
  });

  await test.step('the browser is killed and started again', async () => {
    await tokenIsOnDisk(browser.profile);
    await browser.kill();
    proxy.cut();
    proxy.restore();
    const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
    context = await browser.start();
    page = await openApp(context, address);
    await held;
  });

  const stages = await watchStages(await context.newPage(), `${proxy.url}/main/protocols`, title);

  await test.step('the server is killed and started again', async () => {
    await server.kill();
    proxy.restore();
    await expect(upload()).toContainText(/Нет подключения|Сервер пока не принимает/);
    await server.start();
  });

  const calls = collectCalls(page);
  await test.step('processing starts 3 s after the last chunk, as one job', async () => {
    await expect(page.getByLabel(`Запись: ${title}`)).toBeVisible({ timeout: 60_000 });
    const last = await calls.lastChunkAnswered();
    const started = calls.processStarted();
    expect(started).toHaveLength(1);
    expect((started[0] ?? 0) - last).toBeGreaterThanOrEqual(2_990);
  });

  await test.step('the server holds the file byte for byte', async () => {
    const token = await signIn(server.url);
    const { data } = await getJson<{ data: { sha256: string; state: string } }>(
      server.url,
      token,
      `/protocols/${protocolId}/upload-chunks`,
    );
    expect(data).toMatchObject({ state: 'assembled', sha256: await sha256Of(video) });
    const again = await fetch(`${server.url}/api/protocols/${protocolId}/process-video`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await again.json()).toMatchObject({ data: { already: true } });
  });

  await test.step('the recording plays, from any place', async () => {
    const player = page.getByLabel(`Запись: ${title}`);
    await player.evaluate(async (element) => {
      const media = element as HTMLVideoElement;
      media.muted = true;
      media.currentTime = media.duration / 2;
      await media.play();
    });
    await expect
      .poll(() =>
        player.evaluate(
          (element) => (element as HTMLVideoElement).currentTime / (element as HTMLVideoElement).duration,
        ),
      )
      .toBeGreaterThan(0.5);
  });

  await test.step('the protocol is finished and made final', async () => {
    await page.getByRole('button', { name: 'Завершить' }).click();
    await page.getByRole('button', { name: 'Сформировать итоговый протокол' }).click();
    // It has no agenda and no members: the person goes on all the same.
    await page.getByRole('button', { name: 'Сформировать', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Сформировать итоговый протокол' })).toBeHidden();
    await expect
      .poll(() => stages.seen())
      .toEqual(['Без видео', 'Видео загружено', 'Обрабатывается', 'Видео обработано', 'Завершён', 'Итоговый']);
  });

  await test.step('PDF and DOCX hold the protocol', async () => {
    const pdf = await readPdf(await downloaded(page, 'PDF', /^Протокол.*\.pdf$/));
    const text = pdf.pages.map((printed) => printed.text).join('\n');
    expect(text).toContain('ПРОТОКОЛ');
    expect(text.replace(/\s+/g, ' ')).toContain(printedTitle);
    const docx = zipEntries(await downloaded(page, 'DOCX', /^Протокол.*\.docx$/));
    expect(docx.get('word/document.xml')?.toString('utf8')).toContain(printedTitle);
  });
});

/** Restores the connection; resolves after this many further chunks, and holds it there. */
async function goOnUntil(line: FaultProxy, chunks: number): Promise<void> {
  line.restore();
  await line.holdAt(line.bytesUp + chunks * chunkBytes);
}

async function openApp(context: BrowserContext, address: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
  return page;
}

/** Collects the page's requests for the upload, with the browser's own times. */
function collectCalls(page: Page) {
  const chunks: Request[] = [];
  const processing: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() !== 'POST') return;
    if (request.url().endsWith('/upload-chunks')) chunks.push(request);
    if (request.url().endsWith('/process-video')) processing.push(request);
  });
  return {
    async lastChunkAnswered(): Promise<number> {
      const ends = await Promise.all(
        chunks.map(async (request) => {
          const answer = await request.response();
          // The time of the response's head, which the page reacts to: under load the end of the body is reported
          // later.
          const { startTime, responseStart } = request.timing();
          return answer?.ok() ? startTime + responseStart : 0;
        }),
      );
      return Math.max(...ends);
    },
    processStarted: () => processing.map((request) => request.timing().startTime),
  };
}

async function downloaded(page: Page, kind: string, name: RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), takeDocument(page, `Скачать ${kind}`)]);
  expect(download.suggestedFilename()).toMatch(name);
  const path = await download.path();
  expect((await stat(path)).size).toBeGreaterThan(1_000);
  return readFile(path);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}
