import { serviceCalls } from '#contract/service-calls.ts';
import { api } from '#src/sync/index.ts';

/** Whether the server passes mails on to a mail server; true where it does not say. Never rejects. */
export async function isMailConnected(): Promise<boolean> {
  try {
    const { features } = await api(serviceCalls.health, {});
    return features?.mail !== false;
  } catch {
    return true;
  }
}

/** The same of several mails, to whom an administrator is, or who can connect it. */
export const storedMailsWords = 'Почта не подключена: письма сохранены на сервере';

/** Said in place of «отправлено» where it does not. */
export const storedMailWords = 'Почта не подключена: письмо сохранено на сервере. Обратитесь к администратору.';
