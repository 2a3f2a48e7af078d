import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { open, reads } from '#tests/support/screen-tree.ts';

test('the accessibility tree of the screens of the other roles', async ({ browser, server: { url } }) => {
  const manager = await open(browser, url, 'manager');
  await reads(
    manager,
    '/main/secretaries',
    `
    - navigation "Разделы":
      - list:
        - listitem:
          - link "Секретари"
        - listitem:
          - link "Настройки"
    - main:
      - heading "Секретари" [level=1]
      - searchbox "Поиск по имени"
      - 'button "Скачать CSV: Секретари"'
      - button "Печать"
      - navigation "Секретари":
        - link "Список"
        - link "Показатели"
      - status
      - region "Всего":
        - heading "Всего" [level=2]
      - table "Секретари"
    `,
  );
  await reads(
    manager,
    '/main/secretaries?view=charts',
    `
    - main:
      - group "Период":
        - button "Неделя"
        - button "Месяц" [pressed]
      - region "Просроченные поручения":
        - table "Просроченные поручения"
      - region "От встречи до итогового протокола":
        - table "От встречи до итогового протокола"
      - region "Загрузка по дням недели":
        - table "Загрузка по дням недели"
      - region "Встречи всех секретарей по дням":
        - table
    `,
  );
  await manager.context().close();
  const admin = await open(browser, url, 'admin');
  await reads(
    admin,
    '/main/settings/users',
    `
    - main:
      - heading "Пользователи" [level=1]
      - searchbox "Поиск пользователей"
      - checkbox "Показать заблокированных"
      - button "Добавить пользователя"
      - navigation "Настройки":
        - link "Профиль и приложение"
        - link "Пользователи"
        - link "Документы"
      - status
      - table "Пользователи":
        - rowgroup:
          - row:
            - columnheader "Имя"
            - columnheader "E-mail"
            - columnheader "Роль"
            - columnheader "Действия"
      - navigation "Страницы"
    `,
  );
  await admin.getByRole('button', { name: 'Добавить пользователя' }).click();
  await expect(admin.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Новый пользователь":
      - textbox "Фамилия, имя, отчество"
      - textbox "E-mail"
      - button "Отмена"
      - button "Добавить"
  `);
  await admin.context().close();
  const external = await open(browser, url, 'external');
  await reads(
    external,
    '/main/settings?tab=profile',
    `
    - main:
      - heading "Настройки" [level=1]
      - region "Профиль":
        - group "Фото":
          - button "Выбрать фото"
          - alert
        - textbox "Фамилия, имя, отчество"
        - textbox "Телефон"
        - status
      - region "Пароль":
        - textbox "Нынешний пароль"
        - status
      - region "Тема":
        - group "Тема":
          - radio "Как в системе" [checked]
      - region "Размер текста"
      - region "Анимация"
      - region "Установка"
      - region "Клавиатура"
      - region "Очередь отправки"
      - region "Память устройства":
        - progressbar "Занято приложением"
      - region "О приложении"
    `,
  );
  await external.context().close();
});
