import type { QueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { maxAttachedFiles } from '#contract/attached-file.ts';
import { type Attachment, longestAttachmentTitle, titleOfFile } from '#contract/protocols/attachment.ts';
import { createAttachment } from '#src/data/attachment/index.ts';
import { currentProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { addFiles } from '#src/features/files/index.ts';
import { counted, readDate, shownFileName } from '#src/format/index.ts';
import {
  connectivity,
  enqueue,
  errorWords,
  needsPerson,
  outbox,
  resolveMutation,
  variablesOf,
} from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import type { AttachmentPlace } from './attachment-places.ts';

/**
 * Stores files on the device, each to be sent by itself. Resolves with the reasons for files that were not accepted.
 */
export async function attachFiles(
  client: QueryClient,
  { protocolId, itemId }: AttachmentPlace,
  picked: readonly File[],
): Promise<string[]> {
  const { namedFileKinds } = await lastOffers().catch(() => bareOffers);
  const { files, refused } = addFiles([], picked, namedFileKinds);
  const words = [...refused];
  let accepted = 0;
  for (const file of files) {
    const known = currentProtocol(client, protocolId)?.attachments ?? [];
    const again = sameAs(file, itemId, known);
    const reason = again
      ? await pickedAgain(file, again)
      : (refusalOf(known) ?? (await keep(file, { protocolId, itemId }, known)));
    if (reason) words.push(reason);
    else accepted += 1;
  }
  if (accepted > 0) {
    const announcement =
      accepted === 1 ? 'Файл приложен' : `Приложено: ${counted(accepted, 'файл', 'файла', 'файлов')}`;
    showToast(announcement, { detail: connectivity.isOnline() ? undefined : queuedWords });
  }
  return [...new Set(words)];
}

function refusalOf(known: readonly Attachment[]): string | undefined {
  if (known.length < maxAttachedFiles) return undefined;
  return `К протоколу можно приложить не больше ${counted(maxAttachedFiles, 'файла', 'файлов', 'файлов')}.`;
}

/** Returns an attachment with the same name and size, unless the file was changed after that one was attached. */
function sameAs(file: File, itemId: string | null, known: readonly Attachment[]): Attachment | undefined {
  const name = nameOf(file);
  return known.find(
    ({ agenda_id, created_at, ...each }) =>
      (agenda_id ?? null) === itemId &&
      each.name === name &&
      each.size === file.size &&
      !(file.lastModified > (readDate(created_at)?.getTime() ?? Number.POSITIVE_INFINITY)),
  );
}

/** Handles a file that is already attached; a refused attachment is sent again with the current file. */
async function pickedAgain(file: File, { id }: Attachment): Promise<string | undefined> {
  const row = outbox.list().find((each) => each.creates === id && needsPerson(each));
  const made = row && variablesOf(createAttachment, row);
  if (!row || !made) return `Файл «${shownFileName(file.name)}» уже приложен.`;
  try {
    await resolveMutation(createAttachment, row, { ...made, file });
    return undefined;
  } catch (error) {
    return notAttached(file, error);
  }
}

async function keep(
  file: File,
  { protocolId, itemId }: AttachmentPlace,
  known: readonly Attachment[],
): Promise<string | undefined> {
  const name = nameOf(file);
  const attachment: Attachment = {
    id: uuidv7(),
    agenda_id: itemId,
    name,
    title: titleOfFile(name).slice(0, longestAttachmentTitle).toWellFormed().trim(),
    type: file.type,
    size: file.size,
    sheets: null,
    position: Math.max(0, ...known.map(({ position }) => position ?? 0)) + 1,
  };
  try {
    await enqueue(createAttachment, { protocolId, attachment, file });
    return undefined;
  } catch (error) {
    return notAttached(file, error);
  }
}

function notAttached({ name }: File, error: unknown): string {
  return `Файл «${shownFileName(name)}» не приложен. ${errorWords(error).words}`;
}

/** Returns the file name as the server stores it, in NFC: macOS writes «й» as two characters. */
function nameOf({ name }: File): string {
  return shownFileName(name).normalize('NFC').trim();
}
