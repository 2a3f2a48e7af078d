import { button, type Mail, mailPage } from '#server/platform/mail/index.ts';

type Reader = { email: string; name: string };

/** Returns the mail for «Забыли пароль?». */
export function resetMail(reader: Reader, link: string): Mail {
  return mail(reader, 'Сброс пароля', [
    'Вы (или кто-то другой) попросили сбросить пароль в приложении «Протокол».',
    'Чтобы задать новый пароль, откройте ссылку. Она действует 60 минут и сработает один раз:',
    button('Задать новый пароль', link),
    'Если вы этого не просили, ничего не делайте: пароль останется прежним.',
  ]);
}

/** Returns the mail to a person whose account somebody else created. */
export function invitationMail(reader: Reader, link: string, invitedBy: string | undefined): Mail {
  return mail(reader, 'Приглашение в «Протокол»', [
    invitedBy
      ? `${invitedBy} приглашает вас в приложение «Протокол»: для вас создана учётная запись.`
      : 'Для вас создана учётная запись в приложении «Протокол».',
    `Для входа нужен ваш e-mail (${reader.email}) и пароль. Задайте его по ссылке: она действует 7 дней и сработает один раз.`,
    button('Задать пароль', link),
    'Если ссылка устареет, запросите новую на экране входа: «Забыли пароль?».',
  ]);
}

/** Returns the notice that the password was changed. */
export function passwordChangedMail(reader: Reader, appUrl: string): Mail {
  return mail(reader, 'Пароль изменён', [
    'Пароль вашей учётной записи в приложении «Протокол» изменён. На других устройствах нужно войти заново.',
    'Если пароль меняли не вы, сразу сбросьте его и сообщите администратору:',
    button('Сбросить пароль', `${appUrl}/change-password`),
    'Если вы пользуетесь календарём по подписке, его секретный адрес остался прежним. Если адрес мог узнать кто-то ещё, замените его в настройках приложения: «Календарь по подписке», «Отозвать и создать новый».',
  ]);
}

/** Returns the notice to the previous sign-in address. */
export function emailChangedMail(reader: Reader, email: string): Mail {
  return mail(reader, 'E-mail для входа изменён', [
    `Вход в вашу учётную запись в приложении «Протокол» теперь по другому e-mail: ${email}.`,
    'Если вы об этом не знаете, сразу сообщите администратору.',
  ]);
}

function mail({ email, name }: Reader, subject: string, body: Parameters<typeof mailPage>[0]['body']): Mail {
  const greeting = name.trim() === '' ? 'Здравствуйте!' : `Здравствуйте, ${name.trim()}!`;
  return { to: email, subject, ...mailPage({ title: subject, body: [greeting, ...body] }) };
}
