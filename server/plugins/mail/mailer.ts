import { uuidv7 } from 'uuidv7';
import type { Database, Db } from '#server/db/database.ts';
import type { JobRun, Jobs, Retries } from '#server/plugins/jobs/jobs.ts';
import { findWaitingMail, finishMail, insertMail, noteAttempt } from './mail-repository.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';

export type Mail = { to: string; subject: string; text: string; html?: string };

export interface Mailer {
  /**
   * Has a mail sent: within a transaction it leaves when that is committed, and never otherwise.
   * @param until after which it is of no use any more and is not sent
   */
  post(db: Db, mail: Mail, until?: Date): Promise<void>;
}

export type MailerParts = {
  database: Database;
  jobs: Jobs;
  transport: MailTransport;
  clock: () => Date;
  onError: (error: unknown) => void;
};

type Job = { id: string; until?: string };

const queue = 'send-mail';
/** About a day of a mail server's absence. */
const retries: Retries = { limit: 110, firstPauseSeconds: 1, longestPauseSeconds: 15 * 60 };

/** Mails by durable jobs: a posted mail is sent, also after the server was killed. Before `jobs.start`. */
export function createMailer(parts: MailerParts): Mailer {
  const { jobs, clock } = parts;
  jobs.handle<Job>(queue, (run) => deliver(parts, run), retries);
  return {
    async post(db, mail, until) {
      const id = uuidv7();
      const { to, subject, text, html } = mail;
      await insertMail(db, { id, recipient: to, subject, text, html: html ?? null, createdAt: clock() });
      await jobs.send(queue, id, { id, ...(until && { until: until.toISOString() }) } satisfies Job, db);
    },
  };
}

/** One attempt. A killed one may have been heard: the mail then goes out again under the same Message-ID. */
async function deliver({ database, transport, clock, onError }: MailerParts, run: JobRun<Job>): Promise<void> {
  const { db } = database;
  const { id, until } = run.data;
  const mail = await findWaitingMail(db, id);
  if (!mail) return;
  if (until && new Date(until) <= clock()) {
    return finishMail(db, id, { error: 'Ссылка в письме устарела раньше, чем его удалось отправить' });
  }
  try {
    const { recipient: to, subject, text, html, createdAt: date } = mail;
    await untilAborted(transport.send({ id, to, subject, text, html: html ?? undefined, date }), run.signal);
  } catch (error) {
    if (run.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const told = new Error(`Письмо ${id} не отправлено: ${reason}`);
    if (error instanceof MailRefused || run.lastTry) {
      onError(told);
      return finishMail(db, id, { error: reason });
    }
    await noteAttempt(db, id, reason);
    throw told;
  }
  await finishMail(db, id, { sentAt: clock() });
}

/** A stop of the server does not wait for a mail server that is silent. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
