import { moment } from './moment.ts';
import type { Shot } from './shot.ts';
import { choose, dialog, filesAreMade, openTab, stopAt, writeQuestion } from './steps.ts';
import { see } from './studio.ts';

const tomorrow = new Date(moment.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Pictures that change nothing on the server. */
export const lookingShots: Shot[] = [
  { name: 'sign-in', on: 'login' },
  { name: 'home', on: 'home' },
  { name: 'home-phone', on: 'home', size: 'phone' },
  { name: 'meetings', on: 'meetings-week' },
  {
    name: 'meeting',
    on: 'meetings-week',
    prepare: async ({ page }) => {
      await page.getByRole('grid').getByRole('button', { name: 'Заседание комиссии по договорной работе' }).click();
      const details = await dialog(page, 'Заседание комиссии по договорной работе');
      await see(details.getByText('Ёлкина Мария Ивановна')).toBeVisible();
      await see(details.getByText('ещё не загружено')).toHaveCount(0);
    },
  },
  {
    name: 'new-meeting',
    on: 'meetings-week',
    prepare: async ({ page }) => {
      await page.goto(`/main/meetings?view=week&new=${tomorrow}T14:00`);
      const form = await dialog(page, 'Новая встреча');
      await form.getByLabel('Название').fill('Совещание о подготовке годового отчёта');
      await form.getByLabel('Описание').fill('1. О сроках отчёта\n2. О составе рабочей группы');
      await see(form.getByText('На это время уже назначена встреча.')).toBeVisible();
    },
  },
  {
    name: 'new-protocol',
    on: 'home',
    prepare: async ({ page }) => {
      await page.getByRole('link', { name: 'Создать протокол: Заседание комиссии по договорной работе' }).click();
      await see(page.getByLabel('Название')).toHaveValue('Заседание комиссии по договорной работе');
    },
  },
  { name: 'protocols', on: 'protocols' },
  { name: 'protocol', on: 'protocol-recorded', prepare: ({ page }) => stopAt(page) },
  { name: 'protocol-dark', on: 'protocol-recorded', isDark: true, prepare: ({ page }) => stopAt(page) },
  {
    name: 'protocol-phone',
    on: 'protocol-recorded',
    size: 'phone',
    prepare: async ({ page }) => {
      await openTab(page, 'Расшифровка');
      await stopAt(page);
    },
  },
  {
    name: 'question',
    on: 'protocol-recorded',
    prepare: async ({ page }) => {
      await stopAt(page);
      await writeQuestion(page, 1);
    },
  },
  {
    name: 'transcript',
    on: 'protocol-recorded',
    prepare: async ({ page }) => {
      const panel = await openTab(page, 'Расшифровка');
      await stopAt(page);
      await see(panel.locator('[aria-current]')).toBeVisible();
      await panel.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'summary',
    on: 'protocol-recorded',
    prepare: async ({ page }) => {
      const panel = await openTab(page, /Итоги/);
      await stopAt(page);
      await see(panel.getByText('автоматически', { exact: true })).toBeVisible();
      await panel.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'decision-task',
    on: 'protocol-recorded',
    prepare: async ({ page }) => {
      await stopAt(page);
      await page
        .getByRole('button', { name: /^Поручение из решения/ })
        .first()
        .click();
      await see(page.getByRole('button', { name: /^Ответственный|^Кому поручено/ }).first()).toBeVisible();
      await see(page.getByText('ожидает отправки')).toHaveCount(0);
    },
  },
  {
    name: 'recorder',
    on: 'protocol-written',
    prepare: async ({ page }) => {
      await page.evaluate(nameMicrophone, 'Встроенный микрофон');
      await page.getByRole('button', { name: 'Записать' }).click();
      const form = await dialog(page, 'Запись встречи');
      await form.getByRole('button', { name: 'Только микрофон' }).click();
      await see(form.getByText('Уровень звука')).toBeVisible();
    },
  },
  {
    name: 'broken-video',
    on: 'protocols',
    prepare: async ({ page }) => {
      await page.getByRole('link', { name: 'Заседание комиссии по охране труда' }).first().click();
      await see(page.getByRole('button', { name: 'Повторить обработку' })).toBeVisible();
    },
  },
  { name: 'final', on: 'protocol-final', prepare: ({ page }) => filesAreMade(page) },
  {
    name: 'reopening',
    on: 'protocol-final',
    prepare: async ({ page }) => {
      await filesAreMade(page);
      await choose(page, 'Другие действия', 'Открыть для изменений…');
      await dialog(page, 'Открыть итоговый протокол для изменений?');
    },
  },
  {
    name: 'document',
    on: 'protocol-final',
    prepare: async ({ page }) => {
      await filesAreMade(page);
      await choose(page, 'Документы', 'Скачать другой документ…');
      await dialog(page, 'Скачать документ');
    },
  },
  {
    name: 'sending',
    on: 'protocol-final',
    prepare: async ({ page }) => {
      await filesAreMade(page);
      await choose(page, 'Документы', 'Отправить по почте…');
      await dialog(page, 'Отправить протокол по почте');
    },
  },
  { name: 'tasks', on: 'tasks' },
  { name: 'keywords', on: 'keywords' },
  {
    name: 'shortcuts',
    on: 'meetings-week',
    prepare: async ({ page }) => {
      await page.keyboard.press('?');
      await dialog(page, 'Сочетания клавиш');
    },
  },
  { name: 'settings', on: 'settings-secretary' },
  { name: 'secretaries', on: 'secretaries' },
  { name: 'secretary', on: 'secretary' },
  { name: 'charts', on: 'charts' },
  { name: 'users', on: 'users-admin' },
  {
    name: 'new-user',
    on: 'users-admin',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Добавить пользователя' }).click();
      await dialog(page, 'Новый пользователь');
    },
  },
  { name: 'document-settings', on: 'settings-documents' },
  { name: 'state', on: 'settings-state' },
  { name: 'external', on: 'settings-external' },
];

/** Renames the microphone: a test browser's own name tells that it is fake. */
function nameMicrophone(label: string): void {
  const { mediaDevices } = navigator;
  const list = mediaDevices.enumerateDevices.bind(mediaDevices);
  mediaDevices.enumerateDevices = async () => {
    const [microphone] = (await list()).filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '');
    if (!microphone) return [];
    const { deviceId, groupId, kind } = microphone;
    return [{ deviceId, groupId, kind, label, toJSON: () => ({}) }];
  };
}
