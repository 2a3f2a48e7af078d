import { expect } from '@playwright/test';
import { create, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

interface Marked {
  data: { attendance: { state: string } | null }[];
}

const names = 'Авдеев Белов Волков Громов Дёмин Ершов Жуков Зимин Исаев'.split(' ');
const keys = ['KeyG', 'KeyG', 'KeyJ', 'KeyP', 'KeyL', 'KeyD', 'KeyJ', 'KeyE', 'KeyG'];
const states = ['present', 'present', 'absent', 'late', 'remote', 'proxy', 'absent', 'left', 'present'];

test('nine people are marked with nine keys, each of them visible, and the server has the marks', async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const token = await signIn(url);
  const id = await createProtocol(url, token, 'Учёный совет', { quorum: { share: 0.5, is_more: true } });
  for (const name of names) await create(url, token, `/protocols/${id}/members`, { name: `${name} Иван Петрович` });
  await page.goto(`${url}/main/protocols/${id}`);
  await page.getByRole('tab', { name: /Участники/ }).click();
  await page.getByRole('button', { name: 'Перекличка' }).click();
  const people = page.getByRole('option');
  await expect(people.first()).toBeFocused();
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key);
    const next = people.nth(Math.min(index + 1, names.length - 1));
    await expect(next).toBeFocused();
    const isSeen = await next.evaluate((each) => {
      const { left, top, bottom } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(left + 4, (top + bottom) / 2));
    });
    expect(isSeen, `who is marked next after ${index + 1} keys is behind something`).toBe(true);
  }
  await expect(page.getByText('Кворум имеется: 6 из 9')).toBeVisible();
  const kept = async () =>
    (await getJson<Marked>(url, token, `/protocols/${id}/members`)).data.map(({ attendance }) => attendance?.state);
  await expect.poll(kept).toEqual(states);
});
