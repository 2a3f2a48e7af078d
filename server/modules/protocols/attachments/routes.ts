import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { isOwnFile } from '#server/modules/identity/index.ts';
import { newId } from '#server/platform/db/index.ts';
import { checkAttachedFiles } from '#server/platform/files/index.ts';
import { type RouteDeps, routesOf, type Write } from '#server/platform/http/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import {
  type KeepStored,
  type SignedLinks,
  type Storage,
  sendSignedFile,
  withStoredFiles,
} from '#server/platform/storage/index.ts';
import { type AttachmentRow, attachmentPath, attachmentView } from '../shared/attachment-rows.ts';
import { getOwnedProtocol, lockOwnedProtocol } from '../shared/protocol-access-repository.ts';
import { assertEditable } from '../shared/stage-policy.ts';
import {
  createAttachment,
  findAttachmentFile,
  findSame,
  lockAttachment,
  removeAttachment,
  type StoredAttachment,
  updateAttachment,
} from './repository.ts';

export type AttachmentDeps = RouteDeps & { clock: () => Date; storage: Storage; fileLinks: SignedLinks };

/** The file of a new attachment, already in the storage, or the attachment made by an earlier attempt. */
type Prepared = { file: StoredAttachment; keep: KeepStored } | { made: AttachmentRow };

/** Registers the calls for files of the secretary's own protocols and their questions; those of others are a 404. */
export function registerAttachments(app: FastifyInstance, deps: AttachmentDeps): void {
  const { clock, fileLinks, storage } = deps;
  const route = routesOf(app, deps);

  route(
    calls.createAttachment,
    {
      mayBring: ({ db, params, user }) => getOwnedProtocol(db, { ownerId: user.id, id: params.id }),
      around: async ({ body, db, files, params, user }, write: Write<Prepared>) => {
        const protocol = await getOwnedProtocol(db, { ownerId: user.id, id: params.id });
        const [came] = files;
        const made = await findSame(db, protocol.id, body.id, came?.sha256);
        if (made) return write({ made });
        assertEditable(protocol.stage);
        const [attached] = await checkAttachedFiles(`attachments/${protocol.id}`, files);
        if (!attached || !came) throw invalidField('file', 'Выберите файл');
        const file = { ...attached, sha256: came.sha256 };
        return withStoredFiles({ db: deps.database.db, storage, clock }, [file], (keep) => write({ file, keep }));
      },
    },
    async ({ body, db, params, prepared, reply, user }) => {
      if ('made' in prepared) return attachmentView(prepared.made, fileLinks);
      const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
      assertEditable(protocol.stage);
      const row = await createAttachment(db, protocol, newId(body.id), body, prepared.file, clock());
      await prepared.keep(db);
      reply.code(201);
      return attachmentView(row, fileLinks);
    },
  );

  route(calls.updateAttachment, async ({ body, db, params, user }) => {
    const { attachment, protocol } = await lockAttachment(db, { ownerId: user.id, id: params.attachmentId });
    assertEditable(protocol.stage);
    return attachmentView(await updateAttachment(db, attachment, body), fileLinks);
  });

  route(calls.deleteAttachment, async ({ db, params, user }) => {
    const { attachment, protocol } = await lockAttachment(db, { ownerId: user.id, id: params.attachmentId });
    assertEditable(protocol.stage);
    await removeAttachment(db, attachment, clock());
  });

  route(calls.getAttachmentFile, async ({ db, params, query, user, reply }) => {
    const file = await findAttachmentFile(db, params.attachmentId);
    const path = attachmentPath(params.attachmentId);
    const isReader = isOwnFile(user, file);
    return sendSignedFile({ storage, fileLinks, file, path, query, isSignedIn: user !== null, isReader, reply });
  });
}
