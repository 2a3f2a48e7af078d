import { type CDPSession, expect } from '@playwright/test';
import { create, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** Chromium has no push service here: what it would deliver is dispatched at the worker. */
test('a task rings the bell in an open tab, and a push is shown to whom it is for alone', async ({
  browser,
  server,
}) => {
  const token = await signIn(server.url);
  const external = await signIn(server.url, { email: 'external@example.ru', password: 'protokol' });
  const { data: me } = await getJson<{ data: { id: string } }>(server.url, external, '/me');
  const context = await openAs(browser, server.url, 'external');
  await context.grantPermissions(['notifications'], { origin: server.url });
  const page = await context.newPage();
  await page.goto(`${server.url}/main/settings?tab=profile`);
  const bell = page.getByRole('button', { name: /^Уведомления: / });
  const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);

  const title = `Прислать акт сверки ${crypto.randomUUID()}`;
  const id = await createProtocol(server.url, token, `О сверке ${crypto.randomUUID()}`, {});
  await create(server.url, token, `/protocols/${id}/tasks`, { title, assignee_id: me.id, due_at: '2026-02-01' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  await fetch(`${server.url}/api/protocols/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ stage: 'finish' }),
  });
  await expect(bell).toHaveAccessibleName(new RegExp(`: ${before + 1}\\s`));
  await bell.click();
  await expect(page.getByRole('dialog', { name: 'Уведомления' }).getByText(title)).toBeVisible();

  await page.evaluate(() => navigator.serviceWorker.ready);
  const devtools = await context.newCDPSession(page);
  const push = await pusher(devtools, server.url);
  const shown = () =>
    page.evaluate(async () => {
      const list = await (await navigator.serviceWorker.ready).getNotifications();
      return list.map((each) => `${each.title}: ${each.body}`);
    });
  const url = '/main/settings?tab=tasks';
  await push({ user: me.id, title: 'Новое поручение', body: title, tag: 'one', url });
  await expect.poll(shown).toEqual([`Новое поручение: ${title}`]);
  await push({ user: 'somebody', title: 'Чужое', body: 'Тайна', tag: 'other', url });
  await expect.poll(async () => (await shown()).length).toBe(2);
  expect((await shown()).join()).not.toMatch(/Чужое|Тайна/);
  await context.close();
});

/** Dispatches a push at the worker of the app. */
async function pusher(devtools: CDPSession, origin: string): Promise<(message: object) => Promise<unknown>> {
  const registrationId = await new Promise<string>((resolve, reject) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ scriptURL, status }) => scriptURL.startsWith(origin) && status === 'activated');
      if (active) resolve(active.registrationId);
    });
    devtools.send('ServiceWorker.enable').catch(reject);
  });
  return (message) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
}
