import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { namesOf } from '#contract/documents/printed/build-document.ts';
import type { DocumentKind } from '#contract/documents/printed/document-input.ts';
import type { DocumentNames } from '#contract/documents/printed/document-names.ts';
import {
  type DescribeVideo,
  findRecorded,
  findSeen,
  recordingsOf,
  type SignAttachment,
  withAddresses,
} from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { clientDisconnect, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import type { VersionKeeper } from '../keep-version.ts';
import { documentFailed, fullFormOf, type Printing } from '../print-document.ts';
import { getSignedOff } from '../version-repository.ts';
import type { WriteDocument } from '../write-document.ts';
import { peopleNamed } from './extract-people.ts';
import { withPrintedMembers } from './extract-thread.ts';
import { findSharedProtocol, listOwnProtocols } from './repository.ts';
import { seenItems, seenProtocol, watchedRecording, watchedVideo } from './seen-protocol.ts';

export type ParticipantDeps = RouteDeps & {
  fileLinks: SignAttachment;
  describeVideo: DescribeVideo;
  keeper: VersionKeeper;
  write: WriteDocument;
  printing: Printing;
  send: (to: FastifyReply, names: DocumentNames, bytes: Buffer) => FastifyReply;
};

const notTheirs = () => notFound('Протокол не найден');

/** Registers the calls by which participants read signed protocols: read-only, and only the last signed edition. */
export function registerParticipants(app: FastifyInstance, deps: ParticipantDeps): void {
  const { describeVideo, fileLinks, keeper, printing, send, write } = deps;
  const route = routesOf(app, deps);

  /** Returns the edition and the parts of it that this person may see; throws a 404 if there are none. */
  async function getSeen(db: Db, { userId, protocolId }: { userId: string; protocolId: string }) {
    const seen = await findSeen(db, { userId, protocolId });
    const found = seen && (await findSharedProtocol(db, { userId, protocolId }));
    if (!found) throw notTheirs();
    const signedOff = await getSignedOff(db, found.versionId);
    const items = signedOff && seenItems(signedOff.protocol, seen);
    if (!signedOff || !items || (seen.parts === 'extracts' && items.length === 0)) throw notTheirs();
    return { ...found, ...signedOff, seen, items };
  }

  route(calls.listOwnProtocols, ({ db, query, user }) => listOwnProtocols(db, user.id, { ...defaultPaging, ...query }));

  route(calls.getOwnProtocol, async ({ db, params, reply, user }) => {
    const { items, people, protocol, row, seen, settings, video } = await getSeen(db, {
      userId: user.id,
      protocolId: params.id,
    });
    const kept = seenProtocol(protocol, seen);
    const isWhole = seen.parts === 'whole';
    const order = { protocol: kept, items: seen.items, people, settings };
    const asker = { id: user.id, disconnected: clientDisconnect(reply) };
    const read = isWhole
      ? kept
      : await withPrintedMembers(order, asker).catch((cause: unknown) => {
          throw asker.disconnected.aborted ? documentFailed(cause, asker) : cause;
        });
    const recorded = video ? await findRecorded(db, params.id) : undefined;
    const recordings = recorded && (await recordingsOf(db, recorded, describeVideo));
    return {
      ...row,
      ...{ people: isWhole ? people : peopleNamed(people, read), settings, items },
      protocol: { ...read, attachments: await withAddresses(db, read.attachments ?? [], fileLinks) },
      video: video && watchedVideo(describeVideo(params.id, video)),
      ...(recordings && { recordings: recordings.map(watchedRecording) }),
    };
  });

  route(calls.getOwnPdf, async ({ db, params, query, reply, user }) => {
    const { items, seen, version } = await getSeen(db, { userId: user.id, protocolId: params.id });
    const { item } = query;
    // People who see only extracts must name one of their own questions.
    if (item === undefined ? seen.parts !== 'whole' : items.every(({ id }) => id !== item)) throw notTheirs();
    const kind: DocumentKind = item === undefined ? { form: 'full' } : { form: 'extract', item };
    const source = { ...fullFormOf(version, printing), kind };
    const names = namesOf(source);
    if (!names) throw notTheirs();
    const asker = { id: user.id, disconnected: clientDisconnect(reply) };
    const bytes =
      item === undefined
        ? keeper.keep(version, 'pdf', asker).then((file) => keeper.read(file))
        : write('pdf', source, undefined, asker).then((written) => Buffer.from(written));
    return send(reply, names, await bytes.catch((cause: unknown) => Promise.reject(documentFailed(cause, asker))));
  });
}
