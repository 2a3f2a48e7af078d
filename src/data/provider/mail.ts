import { serviceCalls } from '#contract/service-calls.ts';
import { api } from '#src/sync/index.ts';

/** Whether the server delivers mails to a mail server; true if it does not say. Never rejects. */
export async function isMailConnected(): Promise<boolean> {
  try {
    const { features } = await api(serviceCalls.health, {});
    return features?.mail !== false;
  } catch {
    return true;
  }
}

/** The words for several mails, shown to administrators and others who can connect a mail server. */
export const storedMailsWords = 'Почта не подключена: письма сохранены на сервере';

/** Shown beside «Отправлено», or in place of it where the specification fixes no words, if it does not. */
export const storedMailWords = 'Почта не подключена: письмо сохранено на сервере. Обратитесь к администратору.';
