import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { DocumentFormat, DocxQuery } from '#contract/documents/document.ts';
import type { DocumentNames } from '#contract/documents/printed/document-names.ts';
import { printedAddress } from '#contract/documents/printed/printed-address.ts';
import type { OfficeZone, Reader } from '#server/modules/identity/index.ts';
import type { GuestMails } from '#server/modules/meetings/index.ts';
import {
  type DescribeVideo,
  getOwnedProtocol,
  getReadableProtocol,
  lockOwnedProtocol,
  type SignAttachment,
  withAddresses,
} from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import {
  clientDisconnect,
  contentDisposition,
  type PublicAddress,
  type RouteDeps,
  routesOf,
} from '#server/platform/http/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { Asker } from '#server/platform/threads/index.ts';
import { createVersionKeeper } from './keep-version.ts';
import { findProtocolMails, findRecipients } from './mail-repository.ts';
import { registerParticipants } from './participants/routes.ts';
import { documentFailed, findAsked, type Printing } from './print-document.ts';
import { createSending } from './send-protocol.ts';
import { findDocumentSettings, keepDocumentSettings } from './settings-repository.ts';
import { registerTemplates } from './templates/template-routes.ts';
import { createTemplateWriter } from './templates/template-writer.ts';
import { findVersionInForce, freezeSettings, listVersions, noteSignatures, readVersion } from './version-repository.ts';
import { createDocumentRenderer, type DocumentRenderer, documentTypes, documentWriter } from './write-document.ts';

export type DocumentDeps = RouteDeps & {
  storage: Storage;
  fileLinks: SignAttachment;
  address: PublicAddress;
  jobs: Jobs;
  mailer: Mailer;
  guestMails: GuestMails;
  officeZone: OfficeZone;
  clock: () => Date;
  attempts: AttemptCounters;
  describeVideo: DescribeVideo;
  renderer?: DocumentRenderer;
};

/**
 * Stores the print settings of a protocol that was just signed off, and has its files made once the transaction is
 * committed.
 */
export type KeepSignedOff = (db: Db, protocolId: string) => Promise<void>;

/** Limits of mails to addresses without an account, per hour. */
const writingLimits = { pair: 30, account: 30, address: 300, windowMs: 60 * 60 * 1000 };

/** Registers the calls for the documents of a protocol: forms, versions, sending and print settings. */
export function registerDocuments(app: FastifyInstance, deps: DocumentDeps): KeepSignedOff {
  const route = routesOf(app, deps);
  const writing = createAttemptGuard('letters', 'Слишком много писем на другие адреса', writingLimits, deps.attempts);
  const { address, clock, database, storage, jobs, mailer, guestMails, officeZone } = deps;
  const printing: Printing = {
    officeZone,
    linkOf: (id) => address.url() + printedAddress(id),
  };
  const { db } = database;
  const renderer = deps.renderer ?? createDocumentRenderer();
  const templates = createTemplateWriter();
  app.addHook('onClose', () => Promise.all([renderer.close(), templates.close()]));
  const { write, writeVersion } = documentWriter({ db, storage, renderer, templates, ...printing });
  const keeper = createVersionKeeper({ db, storage, jobs, clock, write: writeVersion });
  const sendByMail = createSending({ db, clock, jobs, mailer, guestMails, storage, keeper, write, printing });
  registerTemplates(app, { ...deps, templates });

  async function print(
    format: DocumentFormat,
    asked: { protocolId: string; reader: Reader } & DocxQuery,
    asker: Asker,
  ) {
    const { names, source, template, version } = await findAsked(db, { ...asked, format }, printing);
    const bytes = version
      ? keeper.keep(version, format, asker).then((file) => keeper.read(file))
      : write(format, source, template, asker).then(asBuffer);
    return { names, bytes: await bytes.catch((cause: unknown) => Promise.reject(documentFailed(cause, asker))) };
  }

  async function reply(format: DocumentFormat, to: FastifyReply, asked: Parameters<typeof print>[1]) {
    const asker = { id: asked.reader.id, disconnected: clientDisconnect(to) };
    const { names, bytes } = await print(format, asked, asker);
    return send(format, to, names, bytes);
  }

  function send(format: DocumentFormat, to: FastifyReply, names: DocumentNames, bytes: Buffer) {
    const fileNames = [`${names.fileName}.${format}`, `${names.asciiFileName}.${format}`] as const;
    return to
      .type(documentTypes[format])
      .header('content-disposition', contentDisposition('attachment', ...fileNames))
      .header('cache-control', 'private, no-cache')
      .send(bytes);
  }

  route(calls.getPdf, ({ params, query, user, reply: to }) =>
    reply('pdf', to, { ...query, protocolId: params.id, reader: user }),
  );
  route(calls.getDocx, ({ params, query, user, reply: to }) =>
    reply('docx', to, { ...query, protocolId: params.id, reader: user }),
  );

  registerParticipants(app, {
    ...deps,
    keeper,
    write,
    printing,
    send: (to, names, bytes) => send('pdf', to, names, bytes),
  });

  route(calls.listVersions, async ({ db: own, params, user }) => {
    await getReadableProtocol(own, user, params.id);
    const { versions, unmade } = await listVersions(own, params.id);
    for (const id of unmade) await keeper.order(id);
    return versions;
  });

  route(calls.getVersion, async ({ db: own, params, user }) => {
    await getReadableProtocol(own, user, params.id);
    const version = await readVersion(own, { protocolId: params.id, edition: editionOf(params.edition) });
    if (!version) throw notFound('Такой версии протокола нет');
    const { protocol } = version;
    const attachments = await withAddresses(own, protocol.attachments ?? [], deps.fileLinks);
    return { ...version, protocol: { ...protocol, attachments } };
  });

  route(calls.markSigned, async ({ body, db: own, params, user }) => {
    await lockOwnedProtocol(own, { ownerId: user.id, id: params.id });
    const which = { protocolId: params.id, edition: editionOf(params.edition) };
    const version = await noteSignatures(own, which, body.signatures);
    if (!version) throw notFound('Такой версии протокола нет');
    return version;
  });

  route(calls.listRecipients, async ({ db: own, params, user }) => {
    await getOwnedProtocol(own, { ownerId: user.id, id: params.id });
    const people = await findRecipients(own, params.id);
    return { people, by_smtp: deps.mailer.isConnected, takes_addresses: true };
  });

  route(calls.sendProtocol, async ({ db: own, body, params, request, user }) => {
    await lockOwnedProtocol(own, { ownerId: user.id, id: params.id });
    if (body.addresses?.length) await writing.addOrRefuse({ db: own, account: user.id, ip: request.ip });
    const send = () => sendByMail(own, { id: user.id, protocolId: params.id }, body);
    await (body.addresses?.length ? deps.guestMails.countingRefusals(own, user.id, send) : send());
    return findProtocolMails(own, params.id);
  });

  route(calls.listProtocolMails, async ({ db: own, params, user }) => {
    await getOwnedProtocol(own, { ownerId: user.id, id: params.id });
    return findProtocolMails(own, params.id);
  });

  route(calls.getDocumentSettings, ({ db: own }) => findDocumentSettings(own, officeZone));
  route(calls.updateDocumentSettings, async ({ db: own, body, user }) => {
    await keepDocumentSettings(own, body, user.id);
    return findDocumentSettings(own, officeZone);
  });

  return async (within, protocolId) => {
    const version = await findVersionInForce(within, protocolId);
    if (!version) return;
    await freezeSettings(within, version, await findDocumentSettings(within, officeZone));
    await keeper.order(version.id, within);
  };
}

/** Returns the edition in a path; 0, which never exists, if there is none. */
const editionOf = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0);

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
