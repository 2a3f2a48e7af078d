import { expect } from '@playwright/test';
import { createMeeting, createProtocol, createTask, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { open, reads } from '#tests/support/screen-tree.ts';

test('the accessibility tree of a secretary’s screens', async ({ browser, server: { url } }) => {
  const token = await signIn(url);
  const mark = `дерево${crypto.randomUUID().slice(0, 6)}`;
  const agenda = [
    { id: crypto.randomUUID(), title: 'О крыше', decisions: [{ id: 'd1', text: 'Починить' }], votes: { for: 3 } },
    { id: crypto.randomUUID(), title: 'О подвале' },
  ];
  const id = await createProtocol(url, token, `Совет ${mark}`, { agenda });
  await createTask(url, token, id, { title: `Купить шифер ${mark}` });
  const at = (hour: number) => `2034-08-09T${hour}:00:00+03:00`;
  await createMeeting(url, token, { title: `Осмотр ${mark}`, start_at: at(10), end_at: at(11) });
  const page = await open(browser, url, 'secretary');

  await reads(
    page,
    '/main/home?date=2034-08-09',
    `
    - link "К содержанию"
    - navigation "Разделы":
      - link "Протокол, на главный экран"
      - list:
        - listitem:
          - link "Главная"
        - listitem:
          - link "Встречи"
        - listitem:
          - link "Протоколы"
        - listitem:
          - link "Настройки"
      - button /На связи.*Открыть очередь отправки/
      - button "Выйти"
    - main:
      - heading [level=1]
      - link "Новая встреча"
      - link "Новый протокол"
      - region:
        - heading [level=2]
        - list "Встречи дня":
          - listitem:
            - link "Осмотр ${mark}"
      - application /Календарь встреч, август 2034/:
        - grid /Календарь встреч, август 2034/
      - region "Встречи по дням":
        - heading "Встречи по дням" [level=2]
        - group "Период":
          - button "Неделя" [pressed]
          - button "Месяц"
    - status
    - status
    `,
  );
  await expect(page.getByRole('list', { name: 'Сроки поручений' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Всего у вас' })).toBeVisible();
  await reads(
    page,
    '/main/meetings?view=month&date=2034-08-09',
    `
    - main:
      - heading "Встречи" [level=1]
      - link "Новая встреча"
      - button "Сегодня"
      - button "Предыдущий месяц"
      - button "Следующий месяц"
      - heading "Август 2034" [level=2]
      - navigation "Вид календаря":
        - link "Месяц"
        - link "Неделя"
        - link "День"
        - link "Список"
      - status
      - grid /август 2034/:
        - rowgroup:
          - row:
            - columnheader "понедельник"
        - rowgroup:
          - row "Неделя 32":
            - gridcell "среда, 9 августа, 1 встреча":
              - list:
                - listitem:
                  - button "10:00 Осмотр ${mark}"
    `,
  );
  await page.getByRole('grid').getByRole('button', { name: mark }).click();
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Осмотр ${mark}":
      - banner:
        - heading "Осмотр ${mark}"
        - button "Действия со встречей"
        - button "Закрыть"
      - term: Время
      - definition: 9 августа 2034 г., 10:00–11:00
      - button "Изменить"
      - link "Создать протокол"
  `);
  await reads(
    page,
    '/main/meetings?new=1',
    `
    - dialog "Новая встреча":
      - textbox "Название"
      - group "Начало":
        - spinbutton "день, Начало"
        - spinbutton "минута, Начало"
        - button "Календарь Начало"
      - group "Окончание"
      - textbox "Место"
      - textbox "Ссылка"
      - textbox "Описание"
      - group:
        - combobox "Участники"
      - group "Файлы":
        - button "Добавить файлы"
      - button "Отмена"
      - button "Создать встречу"
    `,
  );
  await reads(
    page,
    `/main/protocols?search=${mark}`,
    `
    - main:
      - heading "Протоколы" [level=1]
      - searchbox "Поиск по протоколам"
      - combobox "Стадия"
      - link "Новый протокол"
      - navigation "Протоколы и поручения":
        - link "Протоколы"
        - link "Поручения"
      - status
      - table "Протоколы":
        - rowgroup:
          - row:
            - columnheader "Название"
            - columnheader "Стадия"
            - columnheader "Действия"
        - rowgroup:
          - row:
            - cell:
              - link "Совет ${mark}"
            - cell "Без видео"
            - cell:
              - 'button "Действия: Совет ${mark}"'
      - navigation "Страницы"
    `,
  );
  await reads(
    page,
    `/main/protocols?tab=tasks&search=${mark}`,
    `
    - main:
      - heading "Поручения" [level=1]
      - searchbox "Поиск по поручениям"
      - combobox "Статус"
      - status
      - table "Поручения":
        - rowgroup:
          - row:
            - cell:
              - 'checkbox "Выполнено: Купить шифер ${mark}"'
              - link
            - cell:
              - 'combobox "Статус: Купить шифер ${mark}"'
            - cell:
              - 'button "Действия: Купить шифер ${mark}"'
    `,
  );
  await reads(
    page,
    '/main/protocols/add',
    `
    - main:
      - heading "Новый протокол" [level=1]
      - textbox "Название"
      - textbox "Номер"
      - combobox "Вид"
      - group "Начало"
      - group "Окончание"
      - textbox "Место"
      - combobox "Встреча"
      - group:
        - combobox "Председательствующий"
      - region "Повестка дня":
        - heading "Повестка дня" [level=2]
        - status
        - button "Добавить вопрос"
      - group:
        - combobox "Участники"
      - button "Создать протокол"
    `,
  );
  await reads(
    page,
    `/main/protocols/${id}`,
    `
    - main:
      - link "Протоколы"
      - heading "Совет ${mark}" [level=1]
      - button "Документы"
      - button "Завершить"
      - button "Другие действия"
      - list "Стадия протокола":
        - listitem: Черновик , сейчас
        - listitem: Итоговый , впереди
      - status
      - button "Изменить данные"
      - list "Повестка дня":
        - listitem:
          - heading "1. О крыше" [level=2]
          - 'button "Переместить: вопрос 1"'
          - 'button "Действия: вопрос 1"'
          - heading "Решили" [level=3]
          - list:
            - listitem:
              - 'button "Поручение из решения 1.1."'
          - heading "Голосовали" [level=3]
        - listitem:
          - heading "2. О подвале" [level=2]
      - button "Вопрос повестки"
      - region "Перед завершением"
      - region "Видео встречи":
        - group:
          - button "Выбрать видео"
      - tablist "О протоколе":
        - tab "Поручения 1" [selected]
        - tab /Участники/
      - tabpanel "Поручения 1":
        - status
        - list "Поручения протокола":
          - listitem:
            - 'checkbox "Выполнено: Купить шифер ${mark}"'
        - button "Новое поручение"
    `,
  );
  await reads(
    page,
    '/main/settings/keywords',
    `
    - main:
      - heading "Ключевые слова" [level=1]
      - navigation "Настройки"
      - status
      - textbox "Новое ключевое слово"
      - button "Добавить"
      - list "Ключевые слова":
        - listitem:
          - button /Переименовать/
          - button /Удалить/
    `,
  );
  await page.getByRole('button', { name: /Открыть очередь отправки$/ }).click();
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Очередь отправки":
      - heading "Очередь отправки" [level=2]
      - button "Закрыть"
      - heading "Всё отправлено" [level=2]
  `);
  await page.context().close();
});

test('the accessibility tree of a recording: player, transcript, summary', async ({ browser, server: { url } }) => {
  const page = await open(browser, url, 'secretary');
  await page.goto('/main/protocols?stage=success_video_process');
  await page.getByRole('table').getByRole('link').last().click();
  const tabs = page.getByRole('tablist').last();
  await tabs.getByRole('tab', { name: 'Расшифровка' }).click();
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - slider "Место в записи"
      - button "Воспроизвести"
      - button "Вопросы и отметки"
      - tablist:
        - tab "Расшифровка" [selected]
      - tabpanel "Расшифровка":
        - status
        - searchbox "Поиск в расшифровке"
        - status
        - region "Строки расшифровки":
          - list:
            - listitem:
              - button /^\\d+:\\d\\d/
              - button /В протокол. строка/
              - button /Исправить строку/
        - button "Кто говорит"
  `);
  await tabs.getByRole('tab', { name: /^Итоги/ }).click();
  await expect(page.getByRole('tabpanel', { name: /^Итоги/ })).toMatchAriaSnapshot(`
    - tabpanel /Итоги/:
      - status
      - button "Изменить"
  `);
  await page.context().close();
});
