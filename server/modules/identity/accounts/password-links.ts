import { randomBytes } from 'node:crypto';
import { emailKey } from '#contract/common.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { PublicAddress } from '#server/platform/http/index.ts';
import { button, type Mail, type Mailer, mailPage } from '#server/platform/mail/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';
import {
  findLinkUser,
  findSetPassword,
  insertLink,
  type LinkKind,
  markUsed,
  noteInvited,
  voidLinks,
} from './password-link-repository.ts';

/** The person for whom a link was made. */
export type LinkUser = { id: string; email: string; name: string };

/** Token and e-mail from an opened link; the e-mail in any form. */
export type LinkClaim = { token: string; email: string };

/**
 * Links by which a person sets a password. Each method works within the given transaction, mails included: they are
 * sent only if it is committed.
 */
export interface PasswordLinks {
  /** Mails a new account its link, valid for 7 days. */
  invite(db: Db, user: LinkUser, invitedBy?: { name: string }): Promise<void>;
  /**
   * Mails the link requested by «Забыли пароль?», valid for 60 minutes. Earlier links stay valid, since mails may
   * arrive out of order.
   */
  sendReset(db: Db, user: LinkUser): Promise<void>;
  /**
   * Returns the person whose password this link may set; undefined for a wrong, used or expired link and for a blocked
   * person.
   */
  find(db: Db, claim: LinkClaim): Promise<LinkUser | undefined>;
  /** Marks the link as used. @returns as `find`; must be followed by `passwordChanged` in the same transaction */
  use(db: Db, claim: LinkClaim): Promise<LinkUser | undefined>;
  /** The hash of the present password of whom this link gave one a moment ago: for a request whose answer was lost. */
  findPasswordSet(db: Db, claim: LinkClaim): Promise<string | undefined>;
  /** After a new password: makes the person's other links useless and mails a notice. */
  passwordChanged(db: Db, user: LinkUser): Promise<void>;
  /**
   * Invalidates the links sent to the previous e-mail, and mails it a notice if the person has a password. An account
   * that was only invited gets a new invitation by `invite` instead.
   */
  emailChanged(db: Db, before: LinkUser & { hasPassword: boolean }, email: string): Promise<void>;
}

const minute = 60_000;
const lifetimes: Record<LinkKind, number> = { reset: 60 * minute, invitation: 7 * 24 * 60 * minute };

/** For how long a used link answers the same request again; later it would tell which guess is the present password. */
const repeatableMs = 2 * minute;

export function createPasswordLinks(parts: {
  mailer: Mailer;
  address: PublicAddress;
  clock: () => Date;
}): PasswordLinks {
  const { mailer, address, clock } = parts;

  /** @returns when it was made */
  async function send(db: Db, user: LinkUser, kind: LinkKind, write: (link: string) => Mail): Promise<Date> {
    const token = randomBytes(32).toString('base64url');
    const createdAt = clock();
    const expiresAt = new Date(createdAt.getTime() + lifetimes[kind]);
    const query = `token=${token}&email=${encodeURIComponent(user.email)}`;
    const mail = write(`${address.url()}/change-password/${token}?${query}`);
    const mailId = await mailer.post(db, { ...mail, isUrgent: kind === 'reset' }, expiresAt);
    await insertLink(db, { tokenHash: tokenDigest(token), userId: user.id, kind, createdAt, expiresAt, mailId });
    return createdAt;
  }

  const keyOf = ({ token, email }: LinkClaim) => {
    return { tokenHash: tokenDigest(token), email: emailKey(email), now: clock() };
  };
  const find = (db: Db, claim: LinkClaim) => findLinkUser(db, keyOf(claim));

  return {
    find,
    async invite(db, user, invitedBy) {
      const at = await send(db, user, 'invitation', (link) => invitationMail(user, link, invitedBy?.name));
      await noteInvited(db, user.id, at);
    },
    async sendReset(db, user) {
      await send(db, user, 'reset', (link) => resetMail(user, link));
    },
    async use(db, claim) {
      const user = await find(db, claim);
      return user && (await markUsed(db, tokenDigest(claim.token), clock())) ? user : undefined;
    },
    async findPasswordSet(db, claim) {
      const key = keyOf(claim);
      const set = await findSetPassword(db, { ...key, since: new Date(key.now.getTime() - repeatableMs) });
      return set?.passwordHash ?? undefined;
    },
    async passwordChanged(db, user) {
      await voidLinks(db, user.id, clock());
      await mailer.post(db, passwordChangedMail(user, address.url()));
    },
    async emailChanged(db, before, email) {
      await voidLinks(db, before.id, clock());
      if (before.hasPassword) await mailer.post(db, emailChangedMail(before, email));
    },
  };
}

type Reader = { email: string; name: string };

/** Returns the mail for «Забыли пароль?». */
function resetMail(reader: Reader, link: string): Mail {
  return mail(reader, 'Сброс пароля', [
    'Вы (или кто-то другой) попросили сбросить пароль в приложении «Протокол».',
    'Чтобы задать новый пароль, откройте ссылку. Она действует 60 минут и сработает один раз:',
    button('Задать новый пароль', link),
    'Если вы этого не просили, ничего не делайте: пароль останется прежним.',
  ]);
}

/** Returns the mail to a person whose account somebody else created. */
function invitationMail(reader: Reader, link: string, invitedBy: string | undefined): Mail {
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
function passwordChangedMail(reader: Reader, appUrl: string): Mail {
  return mail(reader, 'Пароль изменён', [
    'Пароль вашей учётной записи в приложении «Протокол» изменён. На других устройствах нужно войти заново.',
    'Если пароль меняли не вы, сразу сбросьте его и сообщите администратору:',
    button('Сбросить пароль', `${appUrl}/change-password`),
    'Если вы пользуетесь календарём по подписке, его секретный адрес остался прежним. Если адрес мог узнать кто-то ещё, замените его в настройках приложения: «Календарь по подписке», «Отозвать и создать новый».',
  ]);
}

/** Returns the notice to the previous sign-in address. */
function emailChangedMail(reader: Reader, email: string): Mail {
  return mail(reader, 'E-mail для входа изменён', [
    `Вход в вашу учётную запись в приложении «Протокол» теперь по другому e-mail: ${email}.`,
    'Если вы об этом не знаете, сразу сообщите администратору.',
  ]);
}

function mail({ email, name }: Reader, subject: string, body: Parameters<typeof mailPage>[0]['body']): Mail {
  const greeting = name.trim() === '' ? 'Здравствуйте!' : `Здравствуйте, ${name.trim()}!`;
  return { to: email, subject, ...mailPage({ title: subject, body: [greeting, ...body] }) };
}
