import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { enterAs, test } from '#tests/support/bare-page.ts';
import { type Envelope, envelopes } from '#tests/support/bare-provider.ts';
import { barePassword } from '#tests/support/bare-provider-state.ts';
import { byLevel } from '#tests/support/level.ts';
import { visitInTabs } from '#tests/support/tabs.ts';

type Screen = [path: string, heading: string | RegExp];

const screens: Record<Role, Screen[]> = {
  admin: [
    ['/main/settings', 'Настройки'],
    ['/main/settings/users', 'Пользователи'],
  ],
  manager: [
    ['/main/secretaries', 'Секретари'],
    ['/main/secretaries?view=charts', 'Секретари'],
    ['/main/settings', 'Настройки'],
    ['/main/settings/users', 'Пользователи'],
  ],
  secretary: [
    ['/main/home', /\d/],
    ['/main/meetings', /./],
    ['/main/protocols', 'Протоколы'],
    ['/main/protocols/add', 'Новый протокол'],
    ['/main/protocols/105', /./],
    ['/main/protocols/106', /./],
    ['/main/protocols/107', /./],
    ['/main/protocols/108', /./],
    ['/main/settings', 'Настройки'],
    ['/main/settings/users', 'Пользователи'],
    ['/main/settings/keywords', 'Ключевые слова'],
  ],
  external: [['/main/settings', 'Настройки']],
};

// The envelope with the least in common with ours, in which writes are answered with nothing.
for (const envelope of byLevel<readonly Envelope[]>(['nested'], envelopes)) {
  test.describe(`over a bare provider, envelope «${envelope}»`, () => {
    test.use({ envelope });

    for (const role of byLevel<Role[]>(['secretary'], Object.keys(screens) as Role[])) {
      test(`${role} opens every screen, and none misses what was not sent`, { tag: '@long' }, async ({
        page,
        context,
        provider,
        trouble,
      }) => {
        await enterAs(page, provider, role, '/head.js');
        await visitInTabs(context, screens[role], expectSensible);
        expect([trouble, provider.complaints]).toEqual([[], []]);
      });
    }

    test('one signs in and out', async ({ page, provider, trouble }) => {
      await page.goto('/');
      await page.getByLabel('E-mail').fill('manager@example.ru');
      await page.getByLabel('Пароль', { exact: true }).fill(barePassword);
      await page.getByRole('button', { name: 'Войти' }).click();
      await expect(page.getByRole('heading', { name: 'Секретари', level: 1 })).toBeVisible();
      expect(await page.evaluate(() => [localStorage.getItem('role'), localStorage.getItem('user_id')])).toEqual([
        'manager',
        '2',
      ]);
      await page.getByRole('button', { name: 'Выйти' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect.poll(() => provider.callsTo('POST', /^\/logout$/).length).toBe(1);
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });

    test('a protocol is made, and its video goes up in the three named fields', async ({ page, provider, trouble }) => {
      await enterAs(page, provider, 'secretary', '/main/protocols/add');
      await page.getByLabel('Название').fill('О плане закупок');
      await page.getByRole('button', { name: 'Создать протокол' }).click();
      await expect(page).toHaveURL(/\/main\/protocols\/\d+$/);
      const id = Number(page.url().split('/').at(-1));
      expect(provider.state.protocols[0]).toEqual({ id, stage: 'no_video' });

      await page.getByLabel('Выбрать видео').setInputFiles({
        name: 'заседание.mp4',
        mimeType: 'video/mp4',
        buffer: recording(9 * 1024 * 1024),
      });
      const toast = page.getByRole('status').getByRole('button', { name: /Видео загружено/ });
      await expect(toast).toBeVisible();
      await page.getByRole('link', { name: 'Настройки' }).first().click();
      // A toast stays while the pointer is on it.
      await toast.hover();
      await toast.click();
      await expect(page).toHaveURL(new RegExp(`/main/protocols/${id}$`));
      await expect(toast).toBeHidden();

      const chunks = provider.callsTo('POST', /upload-chunks$/);
      expect(chunks.map(({ fields, files }) => [fields, Object.keys(files)])).toEqual([
        [{ total_chunks: '2', chunk_index: '0' }, ['video']],
        [{ total_chunks: '2', chunk_index: '1' }, ['video']],
      ]);
      await expect
        .poll(() => provider.callsTo('POST', /process-video$/).map(({ path }) => path))
        .toEqual([`/protocols/${id}/process-video`]);
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });
  });
}

/** Expects the complete screen, without words that stand for a missing value. */
async function expectSensible(page: Page, [path, heading]: Screen): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status', { name: 'Загрузка...' }), path).toHaveCount(0);
  await expect(page.getByRole('main'), path).not.toContainText(/undefined|\bnull\b|NaN|Invalid Date|\[object|1970/);
  await expect(page.getByRole('heading', { name: 'Нет подключения к интернету' }), path).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /Не получилось|не прочитан|непонятно/ }), path).toHaveCount(0);
}

/** Returns a file with the first bytes of an MP4. */
function recording(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.set([0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70]);
  return bytes;
}
