import type { QueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { mostAttachedFiles } from '#contract/attached-file.ts';
import { type Attachment, longestAttachmentTitle, titleOfFile } from '#contract/attachment.ts';
import { createAttachment } from '#src/data/attachment/index.ts';
import { currentProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { addFiles } from '#src/features/common/index.ts';
import { counted, shownFileName } from '#src/format/index.ts';
import { connectivity, enqueue, errorWords } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import type { AttachmentPlace } from './attachment-places.ts';

/** Keeps files on the device, to be sent each by itself. Resolves the reasons of those that were not taken. */
export async function attachFiles(
  client: QueryClient,
  { protocolId, itemId }: AttachmentPlace,
  picked: readonly File[],
): Promise<string[]> {
  const { namedFileKinds } = await lastOffers().catch(() => bareOffers);
  const { files, refused } = addFiles([], picked, namedFileKinds);
  const words = [...refused];
  let taken = 0;
  for (const file of files) {
    const known = currentProtocol(client, protocolId)?.attachments ?? [];
    const reason = refusalOf(file, itemId, known) ?? (await keep(file, { protocolId, itemId }, known));
    if (reason) words.push(reason);
    else taken += 1;
  }
  if (taken > 0) {
    const said = taken === 1 ? 'Файл приложен' : `Приложено: ${counted(taken, 'файл', 'файла', 'файлов')}`;
    showToast(said, { detail: connectivity.isOnline() ? undefined : queuedWords });
  }
  return [...new Set(words)];
}

function refusalOf({ name, size }: File, itemId: string | null, known: readonly Attachment[]): string | undefined {
  if (known.length >= mostAttachedFiles) {
    return `К протоколу можно приложить не больше ${counted(mostAttachedFiles, 'файла', 'файлов', 'файлов')}.`;
  }
  const same = (each: Attachment) => (each.agenda_id ?? null) === itemId && each.name === name && each.size === size;
  return known.some(same) ? `Файл «${shownFileName(name)}» уже приложен.` : undefined;
}

async function keep(
  file: File,
  { protocolId, itemId }: AttachmentPlace,
  known: readonly Attachment[],
): Promise<string | undefined> {
  const name = shownFileName(file.name);
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
    return `Файл «${name}» не приложен. ${errorWords(error).words}`;
  }
}
