import type { Attachment } from '#contract/attachment.ts';

/** Returns the name of an attachment, even if the server sends no title. */
export function attachmentTitle({ title, name }: Pick<Attachment, 'title' | 'name'>): string {
  return title?.trim() || name || 'Файл без названия';
}
