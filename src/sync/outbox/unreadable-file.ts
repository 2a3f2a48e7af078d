import { isReadable } from '../store/is-readable.ts';
import type { MutationFault, StoredRequest } from '../store/outbox-row.ts';

/** Code of the refusal of an unreadable file; no server uses it. */
export const fileUnreadable = 'file_unreadable';

/**
 * Resolves with the refusal of a mutation whose file cannot be read any more: it was moved, changed or deleted since it was
 * chosen. Undefined where all files can be read.
 * @param read how a file is tried; by default by its first byte, which shows only that all of it is gone
 */
export async function unreadableFile(
  { form = [] }: Pick<StoredRequest, 'form'>,
  read: (file: File) => Promise<boolean> = isReadable,
): Promise<MutationFault | undefined> {
  for (const [name, value] of form) {
    if (typeof value === 'string' || (await read(value))) continue;
    const message =
      `Файл «${value.name}» больше не читается: возможно, его переместили, изменили или удалили. ` +
      'Выберите его снова или сохраните без него.';
    // It was never sent, so there is no status.
    return { status: 0, code: fileUnreadable, message, fields: { [name.replace(/\[.*$/, '')]: message } };
  }
  return undefined;
}
