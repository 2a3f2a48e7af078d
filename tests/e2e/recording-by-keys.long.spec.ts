import { expect, type FileChooser } from '@playwright/test';
import type { Summary } from '#contract/insights/summary.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { press, signInByKeys, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { unwrittenProtocol } from '#tests/support/recorded-protocol.ts';

test('an upload of a recording is chosen, paused and cancelled by the keyboard alone', async ({ page, server }) => {
  const { keyboard } = page;
  const id = await createProtocol(server.url, await signIn(server.url), `Протокол с записью ${crypto.randomUUID()}`);
  const proxy = await FaultProxy.start(server.port);
  await signInByKeys(page, proxy.url, 'secretary');
  await page.goto(`${proxy.url}/main/protocols/${id}`);
  const upload = page.getByRole('region', { name: 'Загрузка видео' });
  const choose = page.getByLabel('Выбрать видео');
  const held = proxy.holdAt(proxy.bytesUp + 60_000);

  // The screen loads in pieces: once this button is there, the elements no longer move.
  await expect(page.getByRole('button', { name: 'Новое поручение' })).toBeVisible();
  let chooser: FileChooser | undefined;
  await expect(async () => {
    await tabTo(choose);
    const opened = page.waitForEvent('filechooser', { timeout: 5_000 });
    await keyboard.press('Enter');
    chooser = await opened;
  }).toPass();
  // It begins like a video.
  const buffer = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), Buffer.alloc(200_000, 7)]);
  await chooser?.setFiles({ name: 'совещание.mp4', mimeType: 'video/mp4', buffer });
  await held;
  await expect(upload.getByRole('progressbar', { name: 'совещание.mp4' })).toBeVisible();
  await press(upload.getByRole('button', { name: 'Пауза' }));
  await expect(upload.getByRole('button', { name: 'Продолжить' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(upload.getByRole('button', { name: 'Пауза' })).toBeFocused();

  await press(upload.getByRole('button', { name: 'Отменить' }));
  const question = page.getByRole('alertdialog', { name: 'Отменить загрузку?' });
  await keyboard.press('Escape');
  await expect(upload.getByRole('button', { name: 'Отменить' })).toBeFocused();
  await keyboard.press('Enter');
  await press(question.getByRole('button', { name: 'Отменить загрузку' }));
  await expect(upload).toBeHidden();
  await expect(choose).toBeFocused();
  await proxy.stop();
});

test('minutes are written from a transcript by the keyboard alone: speakers, a decision, the summary, a proposal', async ({
  page,
  ownServer: server,
  trouble,
}) => {
  const { keyboard } = page;
  const { id, get } = await unwrittenProtocol(server.url);
  const said = (words: string | RegExp) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
  await signInByKeys(page, server.url, 'secretary');
  await page.goto(`${server.url}/main/protocols/${id}`);
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  const agenda = page.getByRole('list', { name: 'Повестка дня' });

  await test.step('a keyword is gone to', async () => {
    const words = page.getByRole('region', { name: 'Ключевые слова в записи' });
    await press(page.getByRole('button', { name: 'Вопросы и отметки' }));
    const hit = words.getByRole('button', { name: /^\d+:\d\d/ }).first();
    await press(hit);
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.paused)).toBe(false);
    await keyboard.press('Control+Space');
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.paused)).toBe(true);
  });

  await test.step('two lines become a decision', async () => {
    await tabTo(page.getByRole('tab', { selected: true }).last());
    const transcript = page.getByRole('tab', { name: 'Расшифровка' });
    for (let step = 0; step < 8 && !(await transcript.evaluate((each) => each === document.activeElement)); step += 1)
      await keyboard.press('ArrowRight');
    await expect(lines.getByRole('listitem').first()).toBeVisible();
    // Found by their names: the list renders other lines before them after it has scrolled.
    const names = await lines
      .getByRole('button', { name: /^В протокол: строка/ })
      .evaluateAll((buttons) => buttons.slice(0, 2).map((button) => button.getAttribute('aria-label') ?? ''));
    const takes = (index: number) => lines.getByRole('button', { name: names[index] ?? '', exact: true });
    for (const index of [0, 1]) await press(takes(index));
    const bar = page.getByRole('region', { name: 'Выбранные строки' });
    await expect(bar).toContainText('2 строки');
    await press(bar.getByRole('button', { name: /^В решение/ }));
    await expect(bar.getByRole('combobox', { name: 'Вопрос повестки' })).toBeFocused();
    await press(bar.getByRole('button', { name: 'Добавить решение' }));
    await said('Решение добавлено в повестку');
    await expect(agenda.getByRole('button', { name: /^Показать запись с/ })).toBeVisible();
    await expect(takes(1)).toBeFocused();
  });

  await test.step('who speaks in a line, and in all lines of a voice', async () => {
    await press(lines.getByRole('button', { name: /^В протокол: строка/ }).first(), 'Shift+Tab');
    const bar = page.getByRole('region', { name: 'Выбранные строки' });
    await press(bar.getByRole('button', { name: 'Назвать говорящего' }));
    await expect(bar.getByRole('combobox', { name: 'Говорит' })).toBeFocused();
    await keyboard.press('Control+A');
    await keyboard.insertText('Сторож');
    await keyboard.press('Enter');
    await said('Говорящий назван: 1 строка');
    await expect(lines.getByRole('button', { name: /, Сторож: / })).toBeVisible();
    await press(page.getByRole('button', { name: 'Кто говорит' }));
    const dialog = page.getByRole('dialog', { name: 'Кто говорит' });
    await tabTo(dialog.getByRole('group', { name: /^Сторож/ }).getByLabel('Имя'));
    await keyboard.press('Control+A');
    await keyboard.insertText('Дежурный');
    await press(dialog.getByRole('button', { name: 'Сохранить' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Кто говорит' })).toBeFocused();
    await expect(lines.getByRole('button', { name: /, Дежурный: / })).toBeVisible();
    const first = async () => (await get<Transcript>(`/protocols/${id}/transcript`)).segments[0]?.speaker;
    await expect.poll(first).toBe('Дежурный');
  });

  await test.step('the summary is written, and a proposal taken', async () => {
    await tabTo(page.getByRole('tab', { name: 'Расшифровка' }), 'Shift+Tab');
    const results = page.getByRole('tab', { name: /^Итоги/ });
    for (let step = 0; step < 8 && !(await results.evaluate((each) => each === document.activeElement)); step += 1)
      await keyboard.press('ArrowRight');
    const panel = page.getByRole('tabpanel', { name: /^Итоги/ });
    await press(panel.getByRole('button', { name: 'Изменить' }));
    await expect(panel.getByLabel('Текст итогов')).toBeFocused();
    await keyboard.press('Control+A');
    await keyboard.insertText('Всё утвердили.');
    await keyboard.press('Control+Enter');
    await said(/^Итоги сохранены$/);
    await expect(panel.getByRole('button', { name: 'Изменить' })).toBeFocused();
    await expect.poll(async () => (await get<Summary>(`/protocols/${id}/summary`)).text).toBe('Всё утвердили.');
    const proposed = panel.getByRole('button', { name: /^В повестку: / }).first();
    const title = (await proposed.getAttribute('aria-label'))?.replace('В повестку: ', '') ?? '';
    await press(proposed);
    await said('Вопрос добавлен в повестку');
    await expect(agenda).toContainText(title);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
  expect(trouble).toEqual([]);
});
