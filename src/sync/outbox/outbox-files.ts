import { isReadable } from '../store/is-readable.ts';
import type { MutationFault, StoredRequest } from '../store/outbox-row.ts';

/**
 * The refusal of a write with a file whose bytes cannot be read any more: moved, changed or deleted since it was chosen.
 * Undefined where all can be read.
 * @param read how a file is tried; by default by its first byte, which tells of one that is gone as a whole
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
    // It never left: there is no status.
    return { status: 0, code: fileUnreadable, message, fields: { [name.replace(/\[.*$/, '')]: message } };
  }
  return undefined;
}

/** The code of that refusal, which no server gives. */
export const fileUnreadable = 'file_unreadable';

/** Reads a file to its end: a browser does not tell a request that lost its line from one whose file broke off. */
export async function isWhole(file: File): Promise<boolean> {
  try {
    for (let at = 0; at < file.size; at += pieceBytes) await file.slice(at, at + pieceBytes).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const pieceBytes = 1024 * 1024;
