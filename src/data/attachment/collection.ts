import type { Attachment } from '#contract/protocols/attachment.ts';
import { entities } from '#src/data/entities.ts';
import { addressOfMutation } from '#src/data/protocol-scope.ts';
import { defineCollection } from '#src/sync/index.ts';

/** Attachments are read with their protocol. */
export const attachmentCollection = defineCollection<Attachment>({
  entity: entities.attachment,
  idOf: ({ id }) => id,
  holding: ([name, protocolId, ...rest]) =>
    name === 'protocol' && rest.length === 0 ? { field: 'attachments', parent: String(protocolId) } : undefined,
  address: addressOfMutation,
});
