import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import { emailKey } from '#contract/common.ts';
import type { DocumentFormat, protocolSend } from '#contract/documents/document.ts';
import type { DocumentSource } from '#contract/documents/printed/document-input.ts';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import type { GuestMails } from '#server/modules/meetings/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type JobRun, type Jobs, untilAborted } from '#server/platform/jobs/index.ts';
import { type Mailer, mailPage } from '#server/platform/mail/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { keepFiles, reserveFile, type Storage } from '#server/platform/storage/index.ts';
import { printRetries, VersionGone, type VersionKeeper } from './keep-version.ts';
import { findBlocked, findRecipients, strangersAmong } from './mail-repository.ts';
import { fileNameOf, findAsked, type Printing } from './print-document.ts';
import type { KeptTemplate } from './templates/print-by-template.ts';
import { getVersion } from './version-repository.ts';
import { documentTypes, type WriteDocument } from './write-document.ts';

export type SendDeps = {
  db: Db;
  clock: () => Date;
  jobs: Jobs;
  mailer: Mailer;
  guestMails: GuestMails;
  storage: Storage;
  keeper: VersionKeeper;
  write: WriteDocument;
  printing: Printing;
};

/**
 * A document to be printed as it was when it was sent: its source, or the version whose kept file it is. Jobs of
 * earlier releases hold the built model.
 */
type Job = {
  mails: string[];
  format: DocumentFormat;
  name: string;
  key: string;
} & ({ versionId: string } | { source: DocumentSource; template?: KeptTemplate } | { model: DocumentModel });

const queue = 'send-protocol';
/** Longer than the pause between two attempts. */
const unusedMs = 24 * 3_600_000;

export type SendProtocol = (
  db: Db,
  sender: { id: string; protocolId: string },
  letter: z.output<typeof protocolSend>,
) => Promise<void>;

/**
 * Sends a protocol as a file by mail. The request stores the mails and the document to print; a durable job prints it
 * outside the request and its transaction, and then releases the mails.
 */
export function createSending(deps: SendDeps): SendProtocol {
  const { jobs, mailer, storage } = deps;

  async function fileOf(job: Job): Promise<string> {
    const version = 'versionId' in job ? await getVersion(deps.db, job.versionId) : undefined;
    if (version) return (await deps.keeper.keep(version, job.format)).key;
    if ('versionId' in job) throw new VersionGone('The version is gone');
    await reserveFile(deps.db, job.key, new Date(deps.clock().getTime() + unusedMs));
    const document = 'source' in job ? job.source : job.model;
    const template = 'source' in job ? job.template : undefined;
    if ((await storage.size(job.key)) === undefined)
      await storage.put(job.key, await deps.write(job.format, document, template), documentTypes[job.format]);
    return job.key;
  }

  async function send({ data, signal, lastTry }: JobRun<Job>): Promise<void> {
    const giveUp = () => mailer.giveUp(deps.db, data.mails, 'Не удалось сформировать документ');
    try {
      const storage_key = await untilAborted(fileOf(data), signal);
      const file = { name: data.name, type: documentTypes[data.format], storage_key };
      await deps.db.transaction(async (tx) => {
        const isNamed = await mailer.release(tx, data.mails, [file]);
        if (isNamed && storage_key === data.key && !(await keepFiles(tx, [storage_key])))
          throw new Error(`${storage_key} was removed before it was sent`);
      });
    } catch (error) {
      if (error instanceof VersionGone) return giveUp();
      if (lastTry && !signal.aborted) await giveUp();
      throw error;
    }
  }
  // No mail is lost if the storage is unavailable for a night.
  jobs.handle(queue, send, printRetries);

  return async (db, { id: senderId, protocolId }, letter) => {
    const people = await findRecipients(db, protocolId);
    const chosen = people.filter(({ id }) => letter.recipients.includes(id));
    if (chosen.length < new Set(letter.recipients).size) {
      throw invalidField('recipients', 'Среди получателей есть те, кого нет среди участников протокола');
    }
    const others = letter.addresses ?? [];
    const [blocked] = await findBlocked(db, others);
    if (blocked) throw invalidField('addresses', `Учётная запись с e-mail ${blocked} заблокирована`);
    const addresses = addressesOf([...chosen.map(({ email }) => email), ...others]);
    const { form, item, edition, format, subject, text } = letter;
    const reader = { id: senderId, role: 'secretary' } as const;
    const asked = await findAsked(db, { protocolId, reader, form, item, edition, format }, deps.printing);
    await deps.guestMails.addOrRefuse(db, senderId, await strangersAmong(db, addresses));
    const replyTo = people.find(({ id }) => id === senderId)?.email ?? '';
    const { html } = mailPage({ title: subject, body: text.split(/\n{2,}/) });
    const mails: string[] = [];
    for (const to of addresses)
      mails.push(await mailer.prepare(db, { to, subject, text: `${text}\n`, html, replyTo, protocolId }));
    const id = uuidv7();
    const key = `documents/${protocolId}/sent-${id}.${format}`;
    const { source, template, version } = asked;
    const what = version
      ? { versionId: version.id }
      : { source, ...(template && { template: { storageKey: template.storageKey, sha256: template.sha256 } }) };
    await jobs.send(queue, id, { mails, format, name: fileNameOf(asked.names, format), key, ...what }, db);
  };
}

/** Removes duplicate addresses, ignoring case. */
function addressesOf(all: readonly string[]): string[] {
  return [...new Set(all.map(emailKey))];
}
