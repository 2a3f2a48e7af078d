import { expect as hurriedExpect, type Page } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { choosePerson } from '#tests/support/app-steps.ts';
import { onePixelPng } from '#tests/support/picture.ts';
import { addTask, type Drive, editQuestion } from './online-steps.ts';
import { subtitles } from './things.ts';

// Outside of the test runner there is no configured timeout.
const expect = hurriedExpect.configure({ timeout: 30_000 });

/** Opens a screen and waits until it shows that it is offline: the banner moves what is below it. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Нет подключения.')).toBeVisible();
}

/** Sends a video until the connection breaks in the middle. */
export async function sendHalf({ page, proxy, things }: Drive, video: string): Promise<void> {
  await page.goto(`${proxy.url}/main/protocols/${things.sent}`);
  const held = proxy.holdAt(proxy.bytesUp + 3.1 * chunkBytes);
  await page.getByLabel('Выбрать видео').setInputFiles(video);
  await held;
  proxy.cut();
  const upload = page.getByRole('region', { name: 'Загрузка видео' });
  await expect(upload).toContainText('файл сохранён на устройстве', { timeout: 60_000 });
}

export async function pauseVideo({ page, proxy, things }: Drive, video: string): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/${things.paused}`);
  await page.getByLabel('Выбрать видео').setInputFiles(video);
  const upload = page.getByRole('region', { name: 'Загрузка видео' });
  await expect(upload).toContainText('файл сохранён на устройстве', { timeout: 60_000 });
  await upload.getByRole('button', { name: 'Пауза' }).click();
  await expect(upload.getByRole('button', { name: 'Продолжить' })).toBeVisible();
}

/** Creates a protocol that only the device has, with people, a task, and a question that was edited afterwards. */
export async function makeProtocol({ page, proxy }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/add`);
  await page.getByLabel('Название').fill('Совещание на объекте');
  await page.getByRole('button', { name: 'Добавить вопрос' }).click();
  await page.getByRole('textbox', { name: 'Вопрос 1' }).fill('О готовности площадки');
  await choosePerson(page, 'Участники', 'Ким');
  await choosePerson(page, 'Участники', 'Орлова');
  await page.getByRole('button', { name: 'Создать протокол' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Совещание на объекте' })).toBeVisible();
  await addTask(page, 'Осмотреть площадку');
  await editQuestion(page, 'Слушали', 'Площадка готова.');
}

/** Changes tasks and members of a protocol on the server. */
export async function changeParts({ page, proxy, things }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/${things.work}`);
  const tasks = page.getByRole('list', { name: 'Поручения протокола' });
  await addTask(page, 'Проверить щиты');
  await page.getByRole('combobox', { name: 'Статус: Вызвать геодезиста' }).selectOption('in_progress');
  await tasks.getByRole('button', { name: 'Действия: Завезти щебень' }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  await page.getByLabel('Что сделать').fill('Завезти щебень и песок');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(tasks.getByText('Завезти щебень и песок')).toBeVisible();
  await tasks.getByRole('button', { name: 'Действия: Отменить заказ' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await expect(tasks.getByText('Отменить заказ')).toHaveCount(0);
  await page.getByRole('tab', { name: /Участники/ }).click();
  await page
    .getByRole('button', { name: /^Изменить вид участия: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Отсутствует' }).click();
  await expect(page.getByRole('region', { name: 'Отсутствовали' })).toBeVisible();
  const present = page.getByRole('region', { name: 'Присутствовали' });
  await present
    .getByRole('button', { name: /^Убрать: / })
    .first()
    .click();
  await choosePerson(page, 'Добавить участника', 'Ким');
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(page.getByRole('button', { name: 'ожидает отправки' }).first()).toBeVisible();
}

/** Changes a transcript, its results, and the proposals. */
export async function changeRecorded({ page, proxy, things }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/${things.recorded}`);
  await page.getByRole('tab', { name: /Расшифровка/ }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  await lines
    .getByRole('button', { name: /^Исправить строку/ })
    .first()
    .press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type(' Прошу садиться.');
  await page.keyboard.press('Enter');
  await expect(lines.getByText(/Прошу садиться/)).toBeVisible();
  await page.getByRole('tab', { name: /Итоги/ }).click();
  const panel = page.getByRole('tabpanel', { name: /Итоги/ });
  await panel.getByRole('button', { name: 'Изменить' }).click();
  await panel.getByLabel('Текст итогов').fill('Смету утвердили.');
  await panel.getByRole('button', { name: 'Сохранить' }).click();
  await expect(panel.getByText('человек', { exact: true })).toBeVisible();
  await panel
    .getByRole('button', { name: /^В повестку: / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'ожидает отправки' }).first()).toBeVisible();
  await open(page, `${proxy.url}/main/protocols/${things.spoken}`);
  await page.getByRole('tab', { name: /Расшифровка/ }).click();
  await page.getByRole('button', { name: 'Взять новую целиком' }).click();
  const vtt = { name: 'третья.vtt', mimeType: 'text/vtt', buffer: Buffer.from(subtitles('Третья запись')) };
  await page.getByLabel('Заменить файлом субтитров').setInputFiles(vtt);
  await expect(page.getByText(/^Субтитры: /)).toBeVisible();
}

export async function changeMeetings({ page, proxy }: Drive): Promise<void> {
  const dialog = page.getByRole('dialog');
  const list = `${proxy.url}/main/meetings?view=list&date=2031-11-10`;
  await open(page, `${list}&new=2031-11-24T10:00`);
  await dialog.getByLabel('Название').fill('Совет дома');
  await dialog
    .getByLabel('Файлы')
    .setInputFiles({ name: 'план.txt', mimeType: 'text/plain', buffer: Buffer.from('А') });
  await dialog.getByRole('button', { name: 'Создать встречу' }).click();
  await expect(page.getByText(/Сохранено на устройстве, ожидает отправки/)).toBeVisible();
  await open(page, list);
  await page.getByRole('link', { name: 'Планёрка' }).click();
  await dialog.getByRole('button', { name: 'Изменить' }).click();
  await dialog.getByLabel('Название').fill('Большая планёрка');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('link', { name: 'Большая планёрка' })).toBeVisible();
  await page.getByRole('link', { name: 'Отменяемая встреча' }).click();
  await dialog.getByRole('button', { name: 'Действия со встречей' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await expect(page.getByRole('link', { name: 'Отменяемая встреча' })).toHaveCount(0);
}

export async function changeSettings({ page, proxy }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/settings/keywords`);
  const words = page.getByRole('list', { name: 'Ключевые слова' });
  const field = page.getByLabel('Новое ключевое слово');
  await field.fill('аванс');
  await field.press('Enter');
  await expect(words.getByText('аванс', { exact: true })).toBeVisible();
  await words.getByRole('button', { name: 'Переименовать: для замены' }).click();
  await page.keyboard.type('переименовано');
  await page.keyboard.press('Enter');
  await words.getByRole('button', { name: 'Удалить: для удаления' }).click();
  await expect(words.getByText('Удалено: «для удаления»')).toBeVisible();
  await open(page, `${proxy.url}/main/settings`);
  await page.getByLabel('Телефон').fill('+7 495 000-00-00');
  const photo = { name: 'я.png', mimeType: 'image/png', buffer: Buffer.from(onePixelPng) };
  await page.getByLabel('Выбрать фото').setInputFiles(photo);
  await expect(page.getByLabel('Заменить фото')).toBeAttached();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено на устройстве, ожидает отправки')).toBeVisible();
}

/** Deletes a protocol that can still be restored. */
export async function deleteProtocol({ page, proxy, things }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/${things.deleted}`);
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('menuitem', { name: 'Удалить протокол' }).click();
  await expect(page).toHaveURL(/\/main\/protocols$/);
}

/** Types a draft that is not sent. */
export async function leaveDraft({ page, proxy }: Drive): Promise<void> {
  await open(page, `${proxy.url}/main/protocols/add`);
  await page.getByLabel('Название').fill('Недописанный протокол');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Недописанный протокол');
}
