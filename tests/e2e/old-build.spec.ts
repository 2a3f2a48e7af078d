import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { restoreDevice } from '#tests/old-build/device.ts';
import { oldBuildFacts, oldDevice, rowsOf, unpackServer } from '#tests/old-build/old-build.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { left } from '#tests/support/recorder-steps.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

interface KeptRow {
  id: string;
  state: string;
  title: string;
  request: { method: string; path: string };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Очередь отправки' });
const openQueue = (page: Page) => page.getByRole('button', { name: /Открыть очередь отправки$/ }).click();

test('the device and the server of an older build are upgraded without a loss', async ({ page, context, trouble }) => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-old-build-'));
  await unpackServer(join(folder, 'data'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const proxy = await FaultProxy.start(server.port);
  const [device, { things, sha256 }] = await Promise.all([oldDevice(), oldBuildFacts()]);
  const rows = rowsOf(device, 'protokol-queue', 'outbox').map(({ value }) => value as KeptRow);
  const token = await signIn(server.url);
  const read = async <T>(path: string) => (await getJson<{ data: T }>(server.url, token, path)).data;
  device.localStorage.token = token;
  const open = (path: string) => page.goto(`${proxy.url}/main${path}`);

  await page.goto(`${proxy.url}/api/health`);
  await page.evaluate(restoreDevice, device);
  // Only the API is cut off: the app's own files, which the worker would have kept, still load.
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'));

  await test.step('offline: what was shown last, with all that is unsent', async () => {
    await open('/protocols');
    await expect(page.getByRole('row', { name: /Совещание на объекте/ })).toContainText('ожидает отправки');
    await expect(page.getByRole('link', { name: 'К протоколу с записью' })).toBeVisible();
    await openQueue(page);
    for (const { title } of rows) await expect(panel(page)).toContainText(title);
    for (const name of ['совет.mp4', 'пауза.mp4']) await expect(panel(page)).toContainText(name);
    await open('/protocols/add');
    await expect(page.getByLabel('Название')).toHaveValue('Недописанный протокол');
    await open('/meetings?view=list&date=2031-11-10');
    await expect(page.getByRole('link', { name: 'Большая планёрка' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Отменяемая встреча' })).toHaveCount(0);
    await open(`/protocols/${things.recorded}`);
    await page.getByRole('tab', { name: /Расшифровка/ }).click();
    await expect(page.getByText(/Прошу садиться/)).toBeVisible();
    await open(`/protocols/${things.work}`);
    await expect(page.getByText('Завезти щебень и песок')).toBeVisible();
  });

  const isDecided = ({ state, title }: KeptRow) =>
    state === 'waiting' && title !== 'Новое поручение «Поручение к нему»';
  await test.step('once online every waiting change is sent once, and the upload goes on where it was', async () => {
    proxy.clear();
    await context.unroute('**/api/**');
    await expect
      .poll(() => page.evaluate(unsentTitles))
      .toEqual(rows.filter((row) => !isDecided(row)).map(({ title }) => title));
    const sent = proxy.exchanges.filter(
      ({ method, path, call }) => method !== 'GET' && call === 'other' && !/token|refresh/.test(path),
    );
    const keys = sent.map(({ request }) => request.headers['idempotency-key']);
    expect(keys.toSorted()).toEqual(
      rows
        .filter(isDecided)
        .map(({ id }) => id)
        .toSorted(),
    );
    const status = async () => read<object>(`/protocols/${things.sent}/upload-chunks`);
    await expect.poll(status).toMatchObject({ state: 'assembled', sha256 });
    const sentChunks = proxy.exchanges.filter(({ call }) => call === 'chunk');
    const answers = sentChunks.map(({ index, told }) => `${index}: ${told}`).join(', ');
    // The first two were acknowledged.
    expect(sentChunks.map(({ index }) => index).toSorted(), answers).toEqual([2, 3, 4]);
  });

  await test.step('the server has all of it', async () => {
    type Listed = { title: string; agenda: { listened?: string }[]; members: object[]; tasks: object[] };
    const [made, ...others] = await read<(Listed & { id: string })[]>(
      `/protocols?search=${encodeURIComponent('Совещание на объекте')}`,
    );
    expect(others).toEqual([]);
    const protocol = await read<Listed>(`/protocols/${made?.id}`);
    expect([protocol.agenda[0]?.listened, protocol.members.length, protocol.tasks.length]).toEqual([
      'Площадка готова.',
      2,
      1,
    ]);
    const tasks = (await read<Listed>(`/protocols/${things.work}`)).tasks as { title: string; status: string }[];
    expect(tasks.map(({ title, status }) => `${title}: ${status}`).toSorted()).toEqual([
      'Вызвать геодезиста: in_progress',
      'Завезти щебень и песок: new',
      'Проверить щиты: new',
    ]);
    const meetings = await read<{ title: string; files: { name: string }[] }[]>(
      '/meetings?start_date_at=2031-11-01&end_date_at=2031-11-30',
    );
    expect(meetings.map(({ title, files }) => [title, ...files.map(({ name }) => name)]).toSorted()).toEqual([
      ['Большая планёрка'],
      ['Совет дома', 'план.txt'],
    ]);
    const words = (await read<{ name: string }[]>('/keywords')).map(({ name }) => name);
    expect(words).toEqual(expect.arrayContaining(['аванс', 'переименовано']));
    expect(words).not.toContain('для удаления');
    expect(await read('/me')).toMatchObject({ phone: '+7 495 000-00-00', avatar_url: expect.any(String) });
    expect(await read(`/protocols/${things.recorded}/summary`)).toMatchObject({ text: 'Смету утвердили.' });
    expect(JSON.stringify(await read(`/protocols/${things.recorded}/transcript`))).toContain('Прошу садиться');
    expect(JSON.stringify(await read(`/protocols/${things.spoken}/transcript`))).toContain('Третья запись');
  });

  await test.step('what waits for a person still does, and can be mended; the recording is sent', async () => {
    const [failed, conflict] = ['failed', 'conflict'].map((state) => rows.find((row) => row.state === state)?.id);
    await open(`/settings/keywords?write=${failed}`);
    const typed = () =>
      page.getByRole('textbox').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    await expect.poll(typed).toContain('занято');
    await open(`/protocols/${things.conflict}?write=${conflict}`);
    const choice = page.getByRole('region', { name: 'Протокол изменили в другом месте' });
    for (const words of ['Дороги хороши', 'Дороги плохи']) await expect(choice).toContainText(words);
    await open(`/protocols/${things.left}`);
    await left(page).getByRole('button', { name: 'Отправить' }).click();
    const stage = async () => (await read<{ stage: string }>(`/protocols/${things.left}`)).stage;
    await expect.poll(stage).not.toBe('no_video');
    await open(`/protocols/${things.paused}`);
    await expect(page.getByRole('region', { name: 'Загрузка видео' })).toContainText('Пауза');
  });
  expect(trouble).toEqual([]);
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the changes on the device that the server does not have. Runs in the page. */
async function unsentTitles(): Promise<string[]> {
  const rows = await new Promise<{ title: string; state: string }[]>((resolve, reject) => {
    indexedDB.open('protokol-queue').onsuccess = ({ target }) => {
      const database = (target as IDBOpenDBRequest).result;
      const reading = database.transaction('outbox').objectStore('outbox').getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
      database.close();
    };
  });
  return rows.filter(({ state }) => state !== 'sent').map(({ title }) => title);
}
