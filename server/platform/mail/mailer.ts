import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Database, Db, StoredAttachment, StoredCalendar } from '#server/platform/db/index.ts';
import { type JobRun, type Jobs, type Retries, untilAborted } from '#server/platform/jobs/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import {
  attach,
  beginAttempt,
  finishMail,
  finishMails,
  insertMail,
  insertMails,
  isBlockedAddress,
  mayStillRead,
  noteFailure,
  withdrawMail,
} from './mail-repository.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import { withoutAddresses } from './refusal-words.ts';

export type Mail = { to: string; subject: string; text: string; html?: string };
/** The person whom a mail is for, with the role by which they may read it. */
export type MailReader = { id: string; role: string };

/** Optional parts of a mail. */
type MailExtras = {
  replyTo?: string;
  /** An attachment whose file is gone when the mail is sent is left out. */
  attachments?: StoredAttachment[];
  calendar?: StoredCalendar;
  /** Sent before the others that wait: somebody sits and waits for it. */
  isUrgent?: boolean;
};

/** A mail among many. */
export type PostedMail = Mail &
  MailExtras & {
    /** When the mail becomes useless and is no longer sent. */
    until?: Date;
    /** A mail that waits until its reader is blocked or has another role is withdrawn. */
    reader?: MailReader;
  };

/** A mail that a person sends; the answer to it goes to `replyTo`. */
export type ProtocolMail = Mail & { replyTo: string; protocolId: string };

export interface Mailer {
  /** False where mails are only stored on this server. */
  isConnected: boolean;
  /**
   * Queues a mail. Within a transaction it is sent once that is committed, and never otherwise.
   * @param until when the mail becomes useless and is no longer sent
   * @returns its id
   */
  post(db: Db, mail: Mail & MailExtras, until?: Date): Promise<string>;
  /**
   * The same for many mails in a few statements.
   * @returns their ids, in the order of the mails
   */
  postAll(db: Db, mails: readonly PostedMail[]): Promise<string[]>;
  /** Makes one attempt at once, without a job. Throws what the receiving server answered. */
  sendNow(mail: Mail): Promise<void>;
  /** Stores a mail whose attachment is still being made; it waits for `release`. */
  prepare(db: Db, mail: ProtocolMail): Promise<string>;
  /**
   * Sends prepared mails with these attachments; those that were sent already stay as they are.
   * @returns whether there are any: they are deleted with their protocol
   */
  release(db: Db, ids: readonly string[], attachments: StoredAttachment[]): Promise<boolean>;
  /** Stops further attempts to send these mails; one in progress may still succeed. */
  giveUp(db: Db, ids: readonly string[], reason: string): Promise<void>;
  /**
   * Registers what else is to be done once a mail has finally failed; `db` is the transaction in which that is recorded.
   * Mails that were given up are not among them, nor those about a meeting to an account blocked meanwhile.
   */
  onFailure(handler: FailureHandler): void;
}

type FailureHandler = (db: Db, mail: { id: string; reason: string }) => Promise<void>;

export type MailerDeps = {
  database: Database;
  jobs: Jobs;
  transport: MailTransport;
  storage: Pick<Storage, 'read'>;
  clock: () => Date;
  onError: (error: unknown) => void;
};

type DeliverDeps = MailerDeps & { fail: (id: string, reason: string) => Promise<void> };
type Job = { id: string; until?: string; reader?: MailReader };

const queue = 'send-mail';
/** For a minute, that a mail is sent is written again and again. */
const finishPauseMs = 1_000;
const maxFinishTries = 60;
/** The attempts go on for about a day. */
const retries: Retries = { limit: 110, firstPauseSeconds: 1, longestPauseSeconds: 15 * 60 };

/**
 * Sends mails by durable jobs: a posted mail is sent even if the server is killed. To be called before `jobs.start`.
 */
export function createMailer(deps: MailerDeps): Mailer {
  const { database, jobs, clock, transport } = deps;
  const handlers: FailureHandler[] = [];
  const fail = (id: string, reason: string) =>
    database.db.transaction(async (tx) => {
      await finishMail(tx, id, { error: reason });
      for (const handle of handlers) await handle(tx, { id, reason });
    });
  jobs.handle<Job>(queue, (run) => deliver({ ...deps, fail }, run), retries);
  return {
    isConnected: transport.isConnected,
    async post(db, mail, until) {
      const row = rowOf(mail, clock());
      await insertMail(db, row);
      const job = { id: row.id, ...(until && { until: until.toISOString() }) } satisfies Job;
      await jobs.send(queue, row.id, job, db, mail.isUrgent);
      return row.id;
    },
    async postAll(db, mails) {
      const createdAt = clock();
      const posted = mails.map((mail) => ({ mail, row: rowOf(mail, createdAt) }));
      if (posted.length > 0)
        await insertMails(
          db,
          posted.map(({ row }) => row),
        );
      await jobs.sendAll(
        queue,
        posted.map(({ mail: { until, reader }, row: { id } }) => {
          const ends = until && { until: until.toISOString() };
          return { key: id, data: { id, ...ends, ...(reader && { reader }) } satisfies Job };
        }),
        db,
      );
      return posted.map(({ row }) => row.id);
    },
    async sendNow({ to, subject, text, html }) {
      const mail = { to, subject, text, html, replyTo: undefined, attachments: [] };
      await transport.send({ id: uuidv7(), date: clock(), ...mail });
    },
    async prepare(db, mail) {
      const id = uuidv7();
      const { to, subject, text, html, replyTo, protocolId } = mail;
      const row = { id, recipient: to, subject, text, html: html ?? null, replyTo, protocolId };
      await insertMail(db, { ...row, createdAt: clock() });
      return id;
    },
    async release(db, ids, attachments) {
      const isAny = await attach(db, ids, attachments);
      if (isAny) for (const id of ids) await jobs.send(queue, id, { id } satisfies Job, db);
      return isAny;
    },
    async giveUp(db, ids, reason) {
      if (ids.length > 0) await finishMails(db, ids, { error: reason });
    },
    onFailure: (handler) => void handlers.push(handler),
  };
}

function rowOf(mail: Mail & MailExtras, createdAt: Date) {
  const { to: recipient, subject, text, html = null, replyTo = null, attachments = [], calendar = null } = mail;
  return { id: uuidv7(), recipient, subject, text, html, replyTo, attachments, calendar, createdAt };
}

/**
 * Makes one attempt. An attempt that was killed may have succeeded: the retry then sends the mail again under the same
 * Message-ID.
 */
async function deliver(deps: DeliverDeps, run: JobRun<Job>): Promise<void> {
  const { transport, clock, onError, fail } = deps;
  const { db } = deps.database;
  const { id, until, reader } = run.data;
  const mail = await beginAttempt(db, id);
  if (!mail) return;
  if (until && new Date(until) <= clock()) {
    const what = mail.calendar ? 'Встреча закончилась' : 'Ссылка в письме устарела';
    return fail(id, `${what} раньше, чем его удалось отправить`);
  }
  if (reader && !(await mayStillRead(db, reader))) {
    return withdrawMail(db, id);
  }
  // Kept as failed, unlike a withdrawn mail, so that the meeting shows why and the next round after an unblocking repeats
  // it. Given up without `fail`: no mailbox refused it, and its sender can do nothing about it.
  if (mail.calendar && (await isBlockedAddress(db, mail.recipient))) {
    return finishMail(db, id, { error: 'Учётная запись заблокирована' });
  }
  try {
    const { recipient: to, subject, text, html, replyTo, createdAt: date } = mail;
    const calendar = mail.calendar ?? undefined;
    const files = await Promise.all(mail.attachments.map((each) => contentOf(deps.storage, each, calendar)));
    const attachments = files.filter((file) => file !== undefined);
    const rest = { html: html ?? undefined, replyTo: replyTo ?? undefined, attachments, calendar };
    const whole = { id, to, subject, text, date, ...rest };
    await untilAborted(transport.send(whole), run.signal);
  } catch (error) {
    if (run.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const failure = new Error(`Письмо ${id} не отправлено: ${withoutAddresses(reason)}`);
    if (error instanceof MailRefused || run.lastTry) {
      onError(failure);
      return fail(id, reason);
    }
    await noteFailure(db, id, reason);
    throw failure;
  }
  await persistently(run.signal, () => finishMail(db, id, transport.isConnected ? { sentAt: clock() } : 'stored'));
}

/** The mail is out, and a job that failed now would send it again: so a database that fails is waited for. */
async function persistently(signal: AbortSignal, write: () => Promise<void>): Promise<void> {
  for (let left = maxFinishTries; ; left -= 1) {
    try {
      return await write();
    } catch (error) {
      if (left === 0 || signal.aborted) throw error;
    }
    await pause(finishPauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Reads an attachment. If its file is missing, an invitation is sent without it; any other mail fails for good. */
async function contentOf(
  storage: Pick<Storage, 'read'>,
  { name, type, storage_key }: StoredAttachment,
  calendar: StoredCalendar | undefined,
) {
  try {
    return { name, type, content: await buffer(await storage.read(storage_key)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      if (calendar) return undefined;
      throw new MailRefused('Файла для письма больше нет', { cause: error });
    }
    throw error;
  }
}
