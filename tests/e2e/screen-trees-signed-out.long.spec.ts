import { test } from '#tests/support/e2e-page.ts';
import { reads } from '#tests/support/screen-tree.ts';

test('the accessibility tree of the screens for those who are not signed in', async ({ page, server: { url } }) => {
  await reads(
    page,
    `${url}/login`,
    `
    - main:
      - heading "Вход" [level=1]
      - textbox "E-mail"
      - textbox "Пароль"
      - button "Показать"
      - button "Войти"
      - alert
      - link "Забыли пароль?"
    `,
  );
  await reads(
    page,
    `${url}/change-password`,
    `
    - main:
      - link "Назад"
      - heading "Сброс пароля" [level=1]
      - textbox "E-mail"
      - button "Отправить ссылку для сброса пароля"
      - status
    `,
  );
  await reads(
    page,
    `${url}/change-password/abc?token=abc&email=a%40example.ru`,
    `
    - main:
      - heading "Новый пароль" [level=1]
      - textbox "Новый пароль"
      - textbox "Подтвердите новый пароль"
      - button "Сбросить пароль"
    `,
  );
  await reads(
    page,
    `${url}/nowhere`,
    `
    - heading "Упс ... Такой страницы нет" [level=1]
    - button "Назад"
    `,
  );
});
