import { expect } from '@playwright/test';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary } from '#contract/insights/summary.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { unwrittenProtocol } from '#tests/support/recorded-protocol.ts';

test('offline a person edits the summary, and a proposal becomes a question of the agenda; both arrive', async ({
  stand,
}) => {
  const { server, proxy, browser } = stand;
  const context = await browser.start();
  const page = await signInAsSecretary(context, proxy.url);
  const { id, get } = await unwrittenProtocol(server.url);
  await page.goto(`${proxy.url}/main/protocols/${id}`);
  await page.getByRole('tab', { name: /Итоги/ }).click();
  const panel = page.getByRole('tabpanel', { name: /Итоги/ });
  await expect(panel.getByText('автоматически', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Вопросы и отметки' }).click();
  await expect(page.getByText(/отмет(ка|ки|ок) ключевых слов/)).toBeVisible();
  const proposed = panel.getByRole('button', { name: /^В повестку: / });
  await expect(proposed.first()).toBeVisible();
  const title = (await proposed.first().getAttribute('aria-label'))?.replace('В повестку: ', '') ?? '';

  await test.step('a moment plays', async () => {
    await panel
      .getByRole('button', { name: /^Показать запись с/ })
      .first()
      .click();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(1);
  });

  await test.step('offline both are kept, and shown so', async () => {
    proxy.cut();
    await panel.getByRole('button', { name: 'Изменить' }).click();
    await panel.getByLabel('Текст итогов').fill('Смету утвердили, договор согласовали.');
    await panel.getByRole('button', { name: 'Сохранить' }).click();
    await expect(panel.getByText('человек', { exact: true })).toBeVisible();
    await proposed.first().click();
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText(title);
    await expect(panel.getByRole('button', { name: `В повестку: ${title}` })).toHaveCount(0);
  });

  await test.step('once online they arrive', async () => {
    proxy.restore();
    await expect.poll(async () => (await get<Summary>(`/protocols/${id}/summary`)).source).toBe('human');
    const { text, version, versions } = await get<Summary>(`/protocols/${id}/summary`);
    expect([text, version]).toEqual(['Смету утвердили, договор согласовали.', 2]);
    expect(versions?.map(({ source }) => source)).toEqual(['human', 'extract']);
    const stateOf = async () =>
      (await get<Proposal[]>(`/protocols/${id}/proposals`)).find((each) => each.text === title)?.state;
    await expect.poll(stateOf).toBe('accepted');
    const added = (await get<Protocol>(`/protocols/${id}`)).agenda?.at(-1);
    expect(added).toMatchObject({ title, evidence: { start: expect.any(Number), quote: expect.any(String) } });
  });
});
