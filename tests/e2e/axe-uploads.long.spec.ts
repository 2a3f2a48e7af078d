import { expect } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { expectAccessible, expectAccessibleAsIs } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('axe finds nothing in an upload that runs, is paused, fails, and in a file that is no recording', async ({
  browser,
  server,
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Протокол с записью для чтения вслух');
  const proxy = await FaultProxy.start(server.port);
  const context = await openAs(browser, proxy.url, 'secretary');
  const page = await context.newPage();
  await page.goto(`/main/protocols/${id}`);
  const upload = page.getByRole('region', { name: 'Загрузка видео' });
  const panel = page.getByRole('dialog', { name: 'Очередь отправки' });
  const judged = async (what: string) => {
    await expectAccessible(page, `${what}, on the protocol's screen`);
    await page.getByRole('button', { name: /Открыть очередь отправки$/ }).click();
    await expect(panel.getByRole('progressbar')).toBeVisible();
    await expectAccessible(page, `${what}, in the queue`);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  };
  // It begins like a video, so only the server can find out that it is none.
  const buffer = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), Buffer.alloc(200_000, 7)]);
  const held = proxy.holdAt(proxy.bytesUp + 1);
  await page.getByLabel('Выбрать видео').setInputFiles({ name: 'совещание.mp4', mimeType: 'video/mp4', buffer });
  await held;
  await judged('an upload that runs');
  await upload.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Отменить загрузку?' })).toBeVisible();
  await expectAccessibleAsIs(page, 'the question about an upload');
  await page.getByRole('button', { name: 'Продолжить загрузку' }).click();
  await upload.getByRole('button', { name: 'Пауза' }).click();
  await expect(upload).toContainText('Пауза ·');
  await judged('an upload that was stopped for a while');

  const refusal = { message: 'Файл слишком велик для этого сервера', code: 'file_too_large' };
  proxy.answerFalsely(({ call }, place) =>
    call === 'chunk' && place === 'sent' ? { status: 413, body: JSON.stringify(refusal) } : undefined,
  );
  proxy.release();
  await upload.getByRole('button', { name: 'Продолжить' }).click();
  await expect(upload.getByRole('button', { name: 'Повторить' })).toBeVisible();
  await judged('an upload that failed');

  proxy.restore();
  await upload.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('button', { name: 'Повторить обработку' })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'a recording that cannot be read');
  await context.close();
  await proxy.stop();
});

test('axe finds nothing in the conflict of two changes of one question', async ({ browser, server: { url } }) => {
  const token = await signIn(url);
  const question = { id: crypto.randomUUID(), title: 'О смете' };
  const id = await createProtocol(url, token, 'Протокол, который пишут двое', { agenda: [question] });
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto(`/main/protocols/${id}`);
  await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  await expect(page.getByRole('textbox', { name: 'Вопрос', exact: true })).toBeFocused();
  await expectAccessible(page, 'a question that is written');

  const { data } = await getJson<{ data: { version: number } }>(url, token, `/protocols/${id}`);
  const answer = await fetch(`${url}/api/protocols/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ version: data.version, agenda: [{ ...question, listened: 'Смета падает' }] }),
  });
  expect(answer.ok).toBe(true);
  await page.getByLabel('Слушали').pressSequentially('Смета растёт');
  await expect(page.getByRole('region', { name: 'Протокол изменили в другом месте' })).toBeVisible();
  await expectAccessible(page, 'a question that two have written');
  await page.getByRole('button', { name: /Открыть очередь отправки$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Очередь отправки' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'the queue with what two have written');
  await context.close();
});
