import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { databaseVersion } from '#src/sync/store/store-schema.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { createProtocolInApp, signInAsSecretary } from '#tests/support/app-steps.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import {
  becomesNext,
  databaseVersionIn,
  holdDatabase,
  isNext,
  isSame,
  mark,
  test,
} from '#tests/support/update-stand.ts';

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Доступна новая версия.' });
const elsewhere = (page: Page) => page.getByRole('status').filter({ hasText: 'Приложение обновлено.' });
const upload = (page: Page) => page.getByRole('region', { name: 'Загрузка видео' });

test('a new version is offered and taken beside a running upload and an open form, and neither is lost', async ({
  stand,
}) => {
  const { server, proxy, deployNext } = stand;
  const context = await stand.browser.start();
  const { sending, protocolId, video } = await startUpload(context, proxy);
  const writing = await context.newPage();
  await writing.clock.install();
  await writing.goto(`${proxy.url}/main/settings`);
  const position = writing.getByLabel('Должность');
  await position.fill('Главный инженер');
  await Promise.all([mark(sending), mark(writing)]);

  await test.step('it is found while the page is open, and offered in every tab', async () => {
    await deployNext();
    await writing.clock.fastForward('01:00:01');
    await expect(offer(writing)).toBeVisible();
    await expect(offer(sending)).toContainText('Загрузка продолжится после обновления.');
  });

  await test.step('until it is taken all goes on as before', async () => {
    await goOnFor(proxy, 1);
    expect(await Promise.all([isSame(sending), isSame(writing), isNext(sending)])).toEqual([true, true, false]);
    await expect(position).toHaveValue('Главный инженер');
  });

  await test.step('what is typed is asked about, and kept', async () => {
    await offer(writing).getByRole('button', { name: 'Обновить' }).click();
    const question = writing.getByRole('alertdialog', { name: 'Обновить без сохранения?' });
    await question.getByRole('button', { name: 'Позже' }).click();
    await expect(question).toBeHidden();
    await expect(position).toHaveValue('Главный инженер');
  });

  await test.step('taken beside the upload it leads to the next version, and the upload goes on', async () => {
    await offer(sending).getByRole('button', { name: 'Обновить' }).click();
    await becomesNext(sending);
    await expect(upload(sending)).toBeVisible();
    expect(await databaseVersionIn(sending)).toBe(databaseVersion + 1);
    proxy.release();
    await arrives(server.url, protocolId, video);
    await expect.poll(() => rowsIn(sending)).toEqual({ uploads: 0, chunks: 0 });
  });

  await test.step('the other tab stays as it is, and still opens screens that only its own version has', async () => {
    await expect(elsewhere(writing)).toBeVisible();
    await expect(position).toHaveValue('Главный инженер');
    await writing.getByRole('button', { name: 'Сохранить' }).click();
    await expect(writing.getByText('Есть несохранённые изменения')).toBeHidden();
    const parts: string[] = [];
    writing.on('request', (request) => parts.push(new URL(request.url()).pathname));
    await writing.getByRole('link', { name: 'Ключевые слова' }).click();
    await expect(writing.getByRole('heading', { level: 1, name: 'Ключевые слова' })).toBeVisible();
    const [screen] = parts.filter((path) => path.startsWith('/assets/keywords-screen-') && path.endsWith('.js'));
    expect((await fetch(`${server.url}${screen}`)).status).toBe(404);
    expect(await Promise.all([isSame(writing), isNext(writing)])).toEqual([true, false]);
  });

  await test.step('with nothing typed it follows without a question', async () => {
    await elsewhere(writing).getByRole('button', { name: 'Обновить страницу' }).click();
    await becomesNext(writing);
    await expect(elsewhere(writing)).toBeHidden();
  });
});

test('an older tab continues its upload while another one upgrades the database once a frozen tab is closed', {
  tag: '@long',
}, async ({ stand }) => {
  const { server, proxy, deployNext } = stand;
  const context = await stand.browser.start();
  const { sending, protocolId, video } = await startUpload(context, proxy);
  const frozen = await context.newPage();
  await frozen.goto(`${proxy.url}/icons/icon.svg`);
  await holdDatabase(frozen);
  const other = await context.newPage();
  await other.goto(`${proxy.url}/main/protocols`);
  await mark(sending);

  await deployNext();
  await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await offer(other).getByRole('button', { name: 'Обновить' }).click();
  await becomesNext(other);
  const heldUp = other.getByRole('status').filter({ hasText: 'Закройте другие вкладки «Протокола».' });
  await expect(heldUp).toBeVisible();
  await expect(elsewhere(sending)).toContainText('Эта вкладка осталась на прежней версии');

  await frozen.close();
  await expect(heldUp).toBeHidden();
  expect(await databaseVersionIn(other)).toBe(databaseVersion + 1);
  proxy.release();
  await arrives(server.url, protocolId, video);
  await expect.poll(() => rowsIn(other)).toEqual({ uploads: 0, chunks: 0 });
  expect(await Promise.all([isSame(sending), isNext(sending)])).toEqual([true, false]);
});

/** Signs in and sends a video, half of which the network holds back; resolves when the worker controls the page. */
async function startUpload(context: BrowserContext, proxy: FaultProxy) {
  const video = await makeTestVideo(64);
  const sending = await signInAsSecretary(context, proxy.url);
  await sending.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const protocolId = await createProtocolInApp(sending, 'Приёмка работ');
  const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
  await sending.getByLabel('Выбрать видео').setInputFiles(video);
  await held;
  return { sending, protocolId, video };
}

/** Lets this many further chunks through, and holds the connection there. */
async function goOnFor(line: FaultProxy, chunks: number): Promise<void> {
  line.release();
  await line.holdAt(line.bytesUp + chunks * chunkBytes);
}

async function arrives(url: string, protocolId: string, video: string): Promise<void> {
  const token = await signIn(url);
  const state = async () => {
    const path = `/protocols/${protocolId}/upload-chunks`;
    return (await getJson<{ data: { sha256: string; state: string } }>(url, token, path)).data;
  };
  const sha256 = createHash('sha256')
    .update(await readFile(video))
    .digest('hex');
  await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'assembled', sha256 });
}

/** Counts the rows in the queue's database. */
function rowsIn(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('protokol-queue');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const request = database.transaction(name).objectStore(name).count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows = { uploads: await count('uploads'), chunks: await count('chunks') };
    database.close();
    return rows;
  });
}
