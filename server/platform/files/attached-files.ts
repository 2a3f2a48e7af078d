import { open } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import { attachmentWords } from '#contract/attached-file.ts';
import type { UploadedFile } from '#server/platform/http/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { cleanFileName } from './file-name.ts';
import { attachmentTypeOf, headBytes } from './file-signature.ts';

/** An accepted file of form data: the path where it lies now, and its key in the storage. */
export type AttachedFile = { id: string; name: string; type: string; size: number; path: string; key: string };

/**
 * Checks the files of form data. Throws a 422 on the file's field if the file is empty, its content does not match its
 * name, or attachments of its type are not accepted.
 * @param folder of the storage, without a trailing slash; each file gets a key of its own in it
 */
export function checkAttachedFiles(folder: string, files: readonly UploadedFile[]): Promise<AttachedFile[]> {
  return Promise.all(
    files.map(async ({ path, size, field, ...file }) => {
      // Made before the first await: the ids keep the files in their order.
      const id = uuidv7();
      const name = cleanFileName(file.name);
      if (size === 0) throw invalidField(field, `Файл «${name}» пустой`);
      const type = attachmentTypeOf(await readHead(path), name);
      if (!type) throw invalidField(field, `Файл «${name}» не принимается: подходят ${attachmentWords}`);
      return { id, name, type, size, path, key: `${folder}/${id}` };
    }),
  );
}

/** Returns the first bytes of a file, enough to tell its type. */
async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
