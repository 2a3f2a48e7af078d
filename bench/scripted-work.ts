import type { Locator, Page } from '@playwright/test';

/** Pause between keys of a fast typist. */
export const keyMs = 110;

/** One thing that a secretary does; `round` makes the written texts different each time. */
type Step = (page: Page, round: number) => Promise<void>;

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const lines = (page: Page) => page.getByRole('region', { name: 'Строки расшифровки' });

/** What a secretary does again and again: every screen, forms, menus, lists, the recording. Nothing created remains. */
export const steps: Step[] = [
  lookAtHome,
  lookThroughMeetings,
  planMeeting,
  findProtocol,
  writeProtocol,
  watchRecording,
  keepWords,
];

/** Does all steps once, by mouse and keyboard, as fast as the app responds. */
export async function workOnce(page: Page, round: number): Promise<void> {
  for (const step of steps) await step(page, round);
}

async function lookAtHome(page: Page): Promise<void> {
  await link(page, 'Главная').click();
  await page.getByRole('region', { name: 'Всего у вас' }).getByRole('listitem').first().waitFor();
  await button(page, 'Следующий месяц').click();
  await page
    .getByRole('application', { name: /Календарь встреч/ })
    .getByRole('button', { name: / 15 / })
    .click();
  await button(page, 'Предыдущий месяц').click();
}

async function lookThroughMeetings(page: Page): Promise<void> {
  await link(page, 'Встречи').click();
  for (const view of ['Неделя', 'День', 'Список', 'Месяц']) {
    await link(page, view).click();
    await page.locator(`a[aria-current="page"]:text-is("${view}")`).waitFor();
  }
  await page.getByRole('grid').locator('[data-stop-meeting]').first().click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /протокол/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function planMeeting(page: Page, round: number): Promise<void> {
  const title = `Планёрка ${round}`;
  await link(page, 'Новая встреча').click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByLabel('Название'), title);
  await dialog.getByRole('button', { name: 'Создать встречу' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await link(page, 'Список').click();
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await dialog.getByRole('button', { name: 'Действия со встречей' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('main').getByRole('link', { name: title }).waitFor({ state: 'hidden' });
}

async function findProtocol(page: Page, round: number): Promise<void> {
  await link(page, 'Протоколы').click();
  const rows = page.getByRole('table', { name: 'Протоколы' }).locator('tbody tr');
  await rows.nth(5).waitFor();
  const search = page.getByRole('searchbox').first();
  await typeInto(search, `зак${round % 7}`);
  await page.waitForURL(/search=/);
  await search.fill('');
  await page.waitForURL((url) => !url.search.includes('search='));
  await rows.nth(5).waitFor();
  await link(page, 'Поручения').click();
  await page.getByRole('table', { name: 'Поручения' }).locator('tbody tr').first().waitFor();
  await link(page, 'Протоколы').click();
}

async function writeProtocol(page: Page, round: number): Promise<void> {
  await openOf(page, 'Без видео');
  await button(page, 'Действия: вопрос 1').click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  const field = page.getByLabel('Слушали');
  await field.fill('');
  await typeInto(field, `Доклад за ${round}-й день: работы идут по графику.`);
  await button(page, 'Готово').click();
  await page.getByRole('tab', { name: /^Участники/ }).click();
  await page.getByRole('tabpanel', { name: /^Участники/ }).waitFor();
  await page.getByRole('tab', { name: /^Поручения/ }).click();
  await button(page, 'Новое поручение').click();
  await typeInto(page.getByLabel('Что сделать'), `Проверить отчёт ${round}`);
  await button(page, 'Закрыть').click();
}

async function watchRecording(page: Page, round: number): Promise<void> {
  await openOf(page, 'Видео обработано');
  await page.locator('video').waitFor();
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  await lines(page).getByRole('listitem').first().waitFor();
  await lines(page)
    .getByRole('button', { name: /^\d+:\d\d/ })
    .nth(round % 5)
    .click();
  const search = page.getByRole('searchbox', { name: 'Поиск в расшифровке' });
  await typeInto(search, 'бюджет');
  await search.fill('');
  await page.evaluate(() => document.querySelector('video')?.pause());
  await page.getByRole('tab', { name: 'Итоги' }).click();
}

async function keepWords(page: Page, round: number): Promise<void> {
  await link(page, 'Настройки').click();
  await page.getByLabel('Телефон').waitFor();
  await link(page, 'Ключевые слова').click();
  const word = `слово${round}`;
  await typeInto(page.getByLabel('Новое ключевое слово'), word);
  await page.keyboard.press('Enter');
  const row = page.getByRole('list', { name: 'Ключевые слова' }).getByRole('listitem').filter({ hasText: word });
  await row.getByRole('button', { name: /Удалить/ }).click();
  await row.getByRole('button', { name: /Вернуть/ }).waitFor();
}

async function openOf(page: Page, stage: string): Promise<void> {
  await link(page, 'Протоколы').click();
  const row = page.getByRole('row').filter({ hasText: stage }).first();
  await row.getByRole('link').first().click();
  await page.getByRole('list', { name: 'Повестка дня' }).waitFor();
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text, { delay: keyMs });
}
