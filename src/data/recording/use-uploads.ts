import { useMemo, useSyncExternalStore } from 'react';
import { outbox, progressByProtocol, type UploadView, uploads } from '#src/sync/index.ts';
import { uploadNote } from './upload-words.ts';

/** Every upload of the signed-in person, in the order in which they were added. */
export function useUploads(): readonly UploadView[] {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** The upload progress map: protocol id → progress, 0 to 1. */
export function useUploadProgress(): ReadonlyMap<string, number> {
  const all = useUploadsByCurrentId();
  return useMemo(() => progressByProtocol(all), [all]);
}

/**
 * The uploads with their protocols' ids of today: one that rests knows its protocol by the id that it had on this device. The
 * outbox may read later which ids were changed.
 */
function useUploadsByCurrentId(): readonly UploadView[] {
  const all = useUploads();
  const ids = useSyncExternalStore(outbox.subscribe, () =>
    JSON.stringify(all.map(({ protocolId }) => outbox.currentId(protocolId))),
  );
  return useMemo(() => {
    const current = JSON.parse(ids) as string[];
    return all.map((upload, index) => ({ ...upload, protocolId: current[index] ?? upload.protocolId }));
  }, [all, ids]);
}

/** Whether an upload is one to this protocol. */
export function isUploadTo(upload: UploadView, protocolId: string): boolean {
  return outbox.currentId(upload.protocolId) === outbox.currentId(protocolId);
}

/** The last upload to a protocol that is not over. */
export function useProtocolUpload(protocolId: string): UploadView | undefined {
  return useUploadsByCurrentId().findLast((upload) => isUploadTo(upload, protocolId) && isOpen(upload));
}

/** All of them, in the order in which they were added. */
export function useProtocolUploads(protocolId: string): readonly UploadView[] {
  const all = useUploadsByCurrentId();
  return useMemo(() => all.filter((upload) => isUploadTo(upload, protocolId) && isOpen(upload)), [all, protocolId]);
}

/** Protocol id → what its row in a list says of its upload. */
export function useUploadNotes(): ReadonlyMap<string, string> {
  const all = useUploadsByCurrentId();
  return useMemo(() => {
    const notes = all.map((upload): [string, string | undefined] => [upload.protocolId, uploadNote(upload)]);
    return new Map(notes.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }, [all]);
}

function isOpen({ state }: UploadView): boolean {
  return state !== 'done' && state !== 'cancelled';
}

/** What the file dialogs offer, a recording of sound too; whether it really is one the server finds out from its content. */
export const videoTypes =
  'video/*,audio/*,.mkv,.avi,.mts,.m2ts,.ts,.wmv,.flv,.3gp,.dv,.h264,.264,.h265,.hevc,.mxf,.w64,.au,.caf,.ac3,.eac3,.dts,.wv,.aac,.amr';
