import { uuidv7 } from 'uuidv7';
import { attachmentWords } from '#contract/attached-file.ts';
import { invalidField, type UploadedFile } from '#server/platform/http/index.ts';
import { cleanFileName } from './file-name.ts';
import { attachmentTypeOf } from './file-signature.ts';
import { readHead } from './read-head.ts';

/** A file that came with form data and may stay: where it lies now, and its key in the storage. */
export type AttachedFile = { id: string; name: string; type: string; size: number; path: string; key: string };

/**
 * Checks what came with form data. Throws a 422 at the file's field where the content is not what the name says, or is
 * what nobody attaches.
 * @param folder of the storage, without a slash at its end; each file gets a key of its own in it
 */
export function checkAttachedFiles(folder: string, files: readonly UploadedFile[]): Promise<AttachedFile[]> {
  return Promise.all(
    files.map(async ({ path, size, field, ...file }) => {
      // Before anything is waited for: ids are what keeps files in their order.
      const id = uuidv7();
      const name = cleanFileName(file.name);
      if (size === 0) throw invalidField(field, `Файл «${name}» пустой`);
      const type = attachmentTypeOf(await readHead(path), name);
      if (!type) throw invalidField(field, `Файл «${name}» не принимается: подходят ${attachmentWords}`);
      return { id, name, type, size, path, key: `${folder}/${id}` };
    }),
  );
}
