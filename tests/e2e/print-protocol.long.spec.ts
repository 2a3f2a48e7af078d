import { expect } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { untilKept } from '#tests/support/kept-query.ts';

// Offline, pages are served by the service worker.
test.use({ serviceWorkers: 'allow' });

test('Ctrl+P prints the document instead of the screen, also offline with a note of what is missing', async ({
  context,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  const token = await signIn(server.url);
  const title = `О печати ${crypto.randomUUID()}`;
  const agenda = [{ id: crypto.randomUUID(), title: 'Утверждение сметы', listened: 'Доклад о расходах.' }];
  const id = await createProtocol(server.url, token, title, { agenda });
  await context.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title);
  });
  const page = await signInAsSecretary(context, proxy.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(`${proxy.url}/main/protocols/${id}`);
  await page.getByText('Доклад о расходах.').waitFor();
  await untilKept(page, 'protocol', title);

  proxy.cut();
  await page.keyboard.press('Control+KeyP');
  const view = page.getByRole('dialog', { name: 'Протокол' });
  await expect(view).toContainText('настройки печати организации');
  await expect(view.getByRole('region', { name: 'Страницы документа' })).toContainText('Доклад о расходах.');
  await view.getByRole('button', { name: 'Напечатать' }).press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', /^Протокол/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-paper]')).toContainText('1.\u00a0СЛУШАЛИ: об утверждении сметы.');
  await expect(page.locator('[data-paper]')).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // The emulated print hid the dialog, which thereby lost the focus; a real print does not.
  await view.getByRole('button', { name: 'Напечатать' }).press('Escape');
  await expect(view).toBeHidden();

  proxy.restore();
  await page.locator('body').evaluate((body) => body.removeAttribute('data-printed'));
  await page.reload();
  await page.getByText('Доклад о расходах.').waitFor();
  await page.keyboard.press('Control+KeyP');
  await expect(page.locator('body')).toHaveAttribute('data-printed', /^Протокол/);
  await expect(page.locator('[data-paper]')).toHaveCount(0);
  expect(trouble).toEqual([]);
  await proxy.stop();
});
