import { calls } from '#contract/calls.ts';
import type { Attachment, AttachmentUpdate } from '#contract/protocols/attachment.ts';
import { entities } from '#src/data/entities.ts';
import { protocolFilesScope } from '#src/data/protocol-scope.ts';
import { defineMutation, type Optimistic } from '#src/sync/index.ts';

const { attachment: attachments } = entities;

export interface NewAttachment {
  protocolId: string;
  /** The attachment as known before the server has it. */
  attachment: Attachment;
  file: File;
}

interface AttachmentPlace {
  protocolId: string;
  attachment: Attachment;
}

interface AttachmentChange extends AttachmentPlace {
  change: AttachmentUpdate;
}

/** POST /protocols/{id}/attachments with a client-generated id and the file as form data. */
export const createAttachment = defineMutation({
  name: 'attachment.create',
  call: calls.createAttachment,
  prepare: ({ protocolId, attachment: { id, agenda_id, title, position }, file }: NewAttachment) => ({
    scope: protocolFilesScope(protocolId),
    subject: id,
    creates: id,
    title: `Файл «${title ?? file.name}»`,
    params: { id: protocolId },
    body: { id, agenda_id, title: title ?? undefined, position: position ?? undefined },
    files: { file },
    needs: 'attachments',
  }),
  changes: ({ protocolId, attachment }, made) => [
    attachments.create(attachment.id, () => ({ ...attachment, ...made }), { parent: protocolId }),
  ],
});

/** PUT /protocols/attachments/{attachmentId}: changes its title, sheets, agenda item or position. */
export const updateAttachment = defineMutation({
  name: 'attachment.update',
  call: calls.updateAttachment,
  prepare: ({ protocolId, attachment, change }: AttachmentChange) => ({
    scope: protocolFilesScope(protocolId),
    subject: attachment.id,
    title: `Приложение «${attachmentTitle({ ...attachment, ...change })}»`,
    params: { attachmentId: attachment.id },
    body: { ...change },
    needs: 'attachments',
  }),
  changes: ({ protocolId, attachment, change }, saved) => [
    attachments.update(attachment.id, (each) => ({ ...each, ...change, ...saved }), { parent: protocolId }),
  ],
});

/** DELETE /protocols/attachments/{attachmentId}; a 404 counts as success, since it is already deleted. */
export const deleteAttachment = defineMutation({
  name: 'attachment.delete',
  call: calls.deleteAttachment,
  prepare: ({ protocolId, attachment }: AttachmentPlace) => ({
    scope: protocolFilesScope(protocolId),
    subject: attachment.id,
    title: `Убрать приложение «${attachmentTitle(attachment)}»`,
    params: { attachmentId: attachment.id },
    successStatuses: [404],
  }),
  changes: ({ protocolId, attachment }) => [attachments.remove(attachment.id, { parent: protocolId })],
  removed: ({ attachment }) => ({ message: 'Приложение убрано', detail: attachmentTitle(attachment) }),
});

export const attachmentMutations = [createAttachment, updateAttachment, deleteAttachment] as const;

/** Returns an attachment for the variables of a mutation, without its unsent mark and its short-lived address. */
export function plainAttachment({ unsent: _unsent, url: _url, ...attachment }: Optimistic<Attachment>): Attachment {
  return attachment;
}

/** Returns the name of an attachment, even if the server sends no title. */
export function attachmentTitle({ title, name }: Pick<Attachment, 'title' | 'name'>): string {
  return title?.trim() || name || 'Файл без названия';
}
