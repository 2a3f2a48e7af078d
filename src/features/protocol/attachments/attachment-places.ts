import type { Attachment } from '#contract/attachment.ts';

/** Where files are attached: to a question of a protocol, or (null) to the protocol as a whole. */
export interface AttachmentPlace {
  protocolId: string;
  itemId: string | null;
}

/** The position that brings one of these attachments to a place among them, counted from 0; the others keep theirs. */
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
