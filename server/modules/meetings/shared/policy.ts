import { maxAttachedFiles } from '#contract/attached-file.ts';
import { invalidField } from '#server/platform/problem/index.ts';

const longestMs = 31 * 24 * 60 * 60 * 1000;

/** Throws a 422 unless a meeting ends after it begins, and within a month. */
export function assertTimes(startAt: Date, endAt: Date): void {
  const lasts = endAt.getTime() - startAt.getTime();
  if (lasts <= 0) throw invalidField('end_at', 'Конец должен быть позже начала');
  if (lasts > longestMs) throw invalidField('end_at', 'Встреча не может длиться больше 31 дня');
}

/** Throws a 422 unless the address for joining is a web address, which is clickable and cannot run anything. */
export function assertLink(link: string | null | undefined): void {
  if (!link) return;
  const address = URL.parse(link);
  if (!address || !/^https?:$/.test(address.protocol) || !/^https?:\/\/[^\s/]/i.test(link)) {
    throw invalidField('link', 'Укажите ссылку вида https://…');
  }
}

export function assertFileCount(files: number): void {
  if (files > maxAttachedFiles) {
    throw invalidField('files', `У встречи может быть не больше ${maxAttachedFiles} файлов`);
  }
}
