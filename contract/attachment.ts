import * as z from 'zod/mini';
import { attachedFiles } from './attached-file.ts';
import { int, maybe, requiredText, string } from './common.ts';
import { id } from './id.ts';

/**
 * A file that belongs to a protocol or, by `agenda_id`, to one of its questions, and stands among its annexes. `title` is
 * what documents call it, `sheets` how many it has on paper, `position` its place among those of the same question or
 * of the protocol. `url` is signed and short-lived.
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

/** In characters: as many as the name of a file has at most. */
export const longestAttachmentTitle = 300;
export const mostSheets = 9_999;

const place = z.number().check(z.gte(-1e9), z.lte(1e9));
const fields = {
  agenda_id: maybe(id),
  sheets: maybe(z.int().check(z.gte(1), z.lte(mostSheets))),
  title: z.optional(requiredText(longestAttachmentTitle)),
  position: z.optional(place),
};

/** One file at a time: the next of several waits for nothing but its turn. */
export const attachmentFile = { file: { most: 1, maxBytes: attachedFiles.maxBytes } } as const;

/**
 * POST /protocols/{id}/attachments, as form data with `file`. Without a title it is called as its file, without a position
 * it comes last. A question that is gone, or not there yet, may be named.
 */
export const attachmentCreate = z.looseObject({ ...fields, id: z.optional(id) });

/** PUT /protocols/attachments/{attachmentId}: what is not named stays. */
export const attachmentUpdate = z.looseObject(fields);
export type AttachmentUpdate = z.infer<typeof attachmentUpdate>;

/** What a file is called in documents as long as nobody says otherwise: its name without the extension. */
export function titleOfFile(name: string): string {
  return name.replace(/\.[^.\s]{1,10}$/, '').trim() || name;
}

/** An attachment with the number of its question, from 1; 0 of one that belongs to the protocol. */
interface PlacedAttachment<T> {
  attachment: T;
  question: number;
}

/**
 * Attachments in the one order in which they are counted: those of each question as the agenda goes, then those of the
 * protocol, to which a question that is gone leaves its own.
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
