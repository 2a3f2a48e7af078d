import { useMemo, useSyncExternalStore } from 'react';
import { outbox, progressByProtocol, type UploadView, uploads } from '#src/sync/index.ts';
import { uploadNote } from './upload-words.ts';

/** All uploads of the signed-in person, in the order in which they were added. */
export function useUploads(): readonly UploadView[] {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** Upload progress by protocol id, 0 to 1. */
export function useUploadProgress(): ReadonlyMap<string, number> {
  const all = useUploadsByCurrentId();
  return useMemo(() => progressByProtocol(all), [all]);
}

/**
 * The uploads with the current ids of their protocols: a suspended upload has the id that the protocol had on this
 * device. The outbox may load the changed ids later.
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

/** Whether an upload belongs to this protocol. */
export function isUploadTo(upload: UploadView, protocolId: string): boolean {
  return outbox.currentId(upload.protocolId) === outbox.currentId(protocolId);
}

/** The last unfinished upload to a protocol. */
export function useProtocolUpload(protocolId: string): UploadView | undefined {
  return useUploadsByCurrentId().findLast((upload) => isUploadTo(upload, protocolId) && isOpen(upload));
}

/** All unfinished uploads to a protocol, in the order in which they were added. */
export function useProtocolUploads(protocolId: string): readonly UploadView[] {
  const all = useUploadsByCurrentId();
  return useMemo(() => all.filter((upload) => isUploadTo(upload, protocolId) && isOpen(upload)), [all, protocolId]);
}

/** Upload notes for the rows of a list, by protocol id. */
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

/** File types for file dialogs, including sound recordings; the server checks the content. */
export const videoTypes =
  'video/*,audio/*,.mkv,.avi,.mts,.m2ts,.ts,.wmv,.flv,.3gp,.dv,.h264,.264,.h265,.hevc,.mxf,.w64,.au,.caf,.ac3,.eac3,.dts,.wv,.aac,.amr';
