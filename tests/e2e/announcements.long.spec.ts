import { expect, type Page } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** Records what a screen reader would announce by itself: every change of a live region's words. */
async function listen(page: Page): Promise<{ heard: () => Promise<string[]>; forget: () => Promise<void> }> {
  await page.evaluate(() => {
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    const heard: string[] = [];
    Object.assign(window, { heard });
    const last = new WeakMap<Element, string>();
    for (const region of document.querySelectorAll(live)) last.set(region, region.textContent ?? '');
    const tell = (region: Element) => {
      const words = region.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      if (words && last.get(region) !== words) heard.push(words);
      last.set(region, words);
    };
    new MutationObserver((changes) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const at = target instanceof Element ? target : target.parentElement;
        const region = at?.closest(live);
        if (region) changed.add(region);
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const each of [node, ...node.querySelectorAll('*')]) if (each.matches(live)) changed.add(each);
      }
      for (const region of changed) tell(region);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard),
    forget: () => page.evaluate(() => void (window as unknown as { heard: string[] }).heard.splice(0)),
  };
}

test('saving and the connection are announced once and in few words', async ({ browser, server: { url } }) => {
  const agenda = [{ id: crypto.randomUUID(), title: 'О складе' }];
  const id = await createProtocol(url, await signIn(url), 'Протокол о том, что слышно', { agenda });
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto(`/main/protocols/${id}`);
  await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  const field = page.getByLabel('Слушали');
  await field.focus();
  const { heard, forget } = await listen(page);

  await test.step('saving: once, however many words are typed', async () => {
    for (const words of ['Отчёт кладовщика', ' за год', ' и за месяц']) {
      await page.keyboard.insertText(words);
      await expect(page.getByText('Сохранено', { exact: true }).first()).toBeAttached();
    }
    await expect.poll(async () => (await heard()).filter((words) => words === 'Сохранено').length).toBe(1);
    expect((await heard()).filter((words) => words.startsWith('Сохраняется'))).toEqual([]);
  });

  await test.step('the line: that it is gone, and that it is back', async () => {
    await page.getByRole('button', { name: 'Готово' }).click();
    await forget();
    await context.setOffline(true);
    await expect.poll(heard).toContain('Вы офлайн. Изменения сохраняются на устройстве');
    await context.setOffline(false);
    await expect.poll(heard).toContain('Подключение восстановлено');
    const notices = (await heard()).filter((words) => /^(Вы офлайн|Подключение восстановлено)/.test(words));
    expect(notices.filter((words, place) => words === notices[place - 1])).toEqual([]);
  });
  await context.close();
});
