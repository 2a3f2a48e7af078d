import { uuidv7 } from 'uuidv7';
import { attachmentWords } from '#contract/meeting.ts';
import { attachmentTypeOf, readHead } from '#server/platform/files/index.ts';
import { invalidField, type UploadedFile } from '#server/platform/http/index.ts';
import { cleanFileName } from './file-name.ts';

/** A file that came with a meeting and may stay: where it lies now, and where it will. */
export type Attachment = { id: string; name: string; type: string; size: number; path: string; key: string };

/** Looks at what came; 422 for a file whose content is not what its name says, or is what nobody attaches. */
export function checkAttachments(meetingId: string, files: readonly UploadedFile[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async ({ path, size, ...file }) => {
      // Before anything is waited for: ids are what keeps files in their order.
      const id = uuidv7();
      const name = cleanFileName(file.name);
      if (size === 0) throw invalidField('files', `Файл «${name}» пустой`);
      const type = attachmentTypeOf(await readHead(path), name);
      if (!type) throw invalidField('files', `Файл «${name}» не принимается: подходят ${attachmentWords}`);
      return { id, name, type, size, path, key: `meetings/${meetingId}/${id}` };
    }),
  );
}
