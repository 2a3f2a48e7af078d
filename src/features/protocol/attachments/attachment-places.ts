import type { Attachment } from '#contract/protocols/attachment.ts';

/** Place of attachments: an agenda item, or (null) the protocol as a whole. */
export interface AttachmentPlace {
  protocolId: string;
  itemId: string | null;
}

/**
 * Returns the position that moves an attachment to a place among the others, counted from 0; those keep their
 * positions.
 */
export function positionAt(
  attachments: readonly Pick<Attachment, 'id' | 'position'>[],
  id: string,
  to: number,
): number {
  const others = attachments.filter((each) => each.id !== id).map(({ position }) => position ?? 0);
  const [before, after] = [others[to - 1], others[to]];
  if (before === undefined) return (after ?? 1) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
