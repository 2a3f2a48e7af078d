import type { Attachment } from '#contract/attachment.ts';

/** What an attachment is called, also where a server sends no title. */
export function attachmentTitle({ title, name }: Pick<Attachment, 'title' | 'name'>): string {
  return title?.trim() || name || 'Файл без названия';
}
