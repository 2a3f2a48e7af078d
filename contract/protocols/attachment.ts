import * as z from 'zod/mini';
import { attachedFiles } from '#contract/attached-file.ts';
import { int, maybe, requiredText, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/**
 * A file that belongs to a protocol or, by `agenda_id`, to one of its agenda items, and is listed among its annexes.
 * `title` is its name in documents, `sheets` its number of paper sheets, `position` its place among the attachments of
 * the same agenda item or of the protocol. `url` is signed and short-lived.
 */
export const attachment = z.looseObject({
  id,
  agenda_id: maybe(id),
  name: maybe(string),
  title: maybe(string),
  type: maybe(string),
  size: maybe(int),
  sheets: maybe(int),
  position: maybe(z.number()),
  url: maybe(string),
  created_at: maybe(string),
});
export type Attachment = z.infer<typeof attachment>;

/** Maximum length of a title in characters; it equals the maximum length of a file name. */
export const longestAttachmentTitle = 300;
export const maxSheets = 9_999;

const place = z.number().check(z.gte(-1e9), z.lte(1e9));
const fields = {
  agenda_id: maybe(id),
  sheets: maybe(z.int().check(z.gte(1), z.lte(maxSheets))),
  title: z.optional(requiredText(longestAttachmentTitle)),
  position: z.optional(place),
};

/** Form data carries one file per request; several files are sent one after another. */
export const attachmentFile = { file: { most: 1, maxBytes: attachedFiles.maxBytes } } as const;

/**
 * POST /protocols/{id}/attachments, as form data with `file`. The title defaults to the file name, the position to the
 * end. `agenda_id` may name an agenda item that was removed or does not exist yet.
 */
export const attachmentCreate = z.looseObject({ ...fields, id: z.optional(id) });

/** PUT /protocols/attachments/{attachmentId}: omitted fields stay unchanged. */
export const attachmentUpdate = z.looseObject(fields);
export type AttachmentUpdate = z.infer<typeof attachmentUpdate>;

/** Returns the default title of a file in documents: its name without the extension. */
export function titleOfFile(name: string): string {
  return name.replace(/\.[^.\s]{1,10}$/, '').trim() || name;
}

/** An attachment with the number of its agenda item, from 1; 0 if it belongs to the protocol itself. */
interface PlacedAttachment<T> {
  attachment: T;
  question: number;
}

/**
 * Returns the attachments in the order in which they are numbered: those of each agenda item in agenda order, then
 * those of the protocol. An attachment whose agenda item was removed counts as one of the protocol.
 */
export function placedAttachments<T extends Pick<Attachment, 'agenda_id' | 'position'>>(
  attachments: readonly T[] | null | undefined,
  agenda: readonly { id: string }[] | null | undefined,
): PlacedAttachment<T>[] {
  const questions = new Map((agenda ?? []).map((item, index) => [item.id, index + 1]));
  const rank = (question: number) => question || Number.POSITIVE_INFINITY;
  return (attachments ?? [])
    .map((each) => ({ attachment: each, question: questions.get(each.agenda_id ?? '') ?? 0 }))
    .sort((one, other) => {
      const [before, after] = [rank(one.question), rank(other.question)];
      if (before !== after) return before < after ? -1 : 1;
      return (one.attachment.position ?? 0) - (other.attachment.position ?? 0);
    });
}
