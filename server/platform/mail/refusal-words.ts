export type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

const noMailbox =
  /\b5\.1\.[1236]\b|no such (user|mailbox|recipient)|(user|mailbox|recipient|address)\b.*(unknown|not found|unavailable|not exist|doesn't exist)|unknown (user|mailbox|recipient)/i;
/** Maximum length of a reply that is read, in characters: far more than a mail server has to say. */
const maxReply = 2_000;
const isFull = /\b[45]\.2\.2\b|quota|(mailbox|inbox)\b.*\bfull|over ?quota/i;

/**
 * Returns why a mail was not sent: the cause in a secretary's terms, followed by the server's reply for the
 * administrator. One line, short enough to be stored.
 */
export function reasonOf(error: unknown): string {
  const { message, response } = error instanceof Error ? (error as SmtpError) : { message: String(error) };
  const reply = (response ?? message).slice(0, maxReply).replace(/\s+/g, ' ').trim();
  return `${causeOf(error as SmtpError, reply)}: ${reply}`.slice(0, 500);
}

function causeOf({ code = '', command = '', responseCode = 0 }: SmtpError, reply: string): string {
  if (code === 'EAUTH') return 'Сервер почты не принял имя или пароль';
  if (responseCode === 552 || isFull.test(reply)) return 'Почтовый ящик переполнен';
  if (command.startsWith('RCPT TO') && (responseCode === 551 || noMailbox.test(reply)))
    return 'Почтовый ящик не найден';
  if (responseCode === 0) return 'Нет связи с сервером почты';
  return responseCode < 500 ? 'Сервер почты пока не принимает письмо' : 'Сервер почты не принял письмо';
}

/** Returns a reason for the log: a server often repeats whom the mail was for. */
export function withoutAddresses(reason: string): string {
  return reason.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…');
}
