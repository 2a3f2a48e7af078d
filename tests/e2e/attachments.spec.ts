import { expect } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

// Offline, pages are served by the service worker.
test.use({ serviceWorkers: 'allow' });

test('a file attached offline survives closing its tab, reaches the server, and is printed', async ({
  context,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  const token = await signIn(server.url);
  const title = `О файлах ${crypto.randomUUID()}`;
  const item = { id: crypto.randomUUID(), title: 'О смете', listened: 'Доклад о расходах.' };
  const id = await createProtocol(server.url, token, title, { agenda: [item] });
  const first = await signInAsSecretary(context, proxy.url);
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const address = `${proxy.url}/main/protocols/${id}`;
  await first.goto(address);
  await first.getByText('Доклад о расходах.').waitFor();
  await untilKept(first, 'protocol', title);

  proxy.cut();
  const chooser = first.waitForEvent('filechooser');
  await first.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await first.getByRole('menuitem', { name: 'Приложить файлы' }).click();
  const name = 'Смета на 2027 год.csv';
  await (await chooser).setFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from('Статья;Сумма') }]);
  const listed = (page: typeof first) => page.getByRole('list', { name: 'Приложения к вопросу 1' });
  await expect(listed(first)).toContainText('ожидает отправки');
  await first.close();

  const page = await context.newPage();
  await page.goto(address);
  await expect(listed(page)).toContainText('ожидает отправки');
  proxy.restore();
  const download = page.waitForEvent('download');
  await listed(page).getByRole('link', { name: 'Смета на 2027 год' }).click();
  expect((await download).suggestedFilename()).toBe(name);

  const reply = await fetch(`${server.url}/api/protocols/${id}/documents/docx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const entries = zipEntries(Buffer.from(await reply.arrayBuffer()));
  const words = entries
    .get('word/document.xml')
    ?.toString()
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('\u00A0', ' ');
  expect(words).toContain('Приложение: Смета на 2027 год (к вопросу 1), 1 файл.');
  expect(trouble).toEqual([]);
  await proxy.stop();
});
