import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { api, invalidate } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { applyServerProtocol, protocolQuery } from './queries.ts';

/** Refetches the recordings of a protocol, if several are shown or a second one was added. */
export async function refreshRecordings(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = protocolQuery(id);
  const before = client.getQueryData(queryKey);
  if (!before) return;
  const recordings = await api(calls.listRecordings, { params: { id } }).catch(() => undefined);
  if (!recordings) return invalidate(client, [queryKey]);
  showRecordings(client, id, recordings);
}

/** Puts the server's recordings into the cached protocol. */
function showRecordings(client: QueryClient, id: string, recordings: Recording[]): void {
  const { queryKey } = protocolQuery(id);
  // The transcript is complete before the whole run is over: the summary may take minutes more.
  const stagesOf = (all: readonly Recording[] | null | undefined) =>
    all?.map(({ id: of, stage, processing }) => `${of} ${stage} ${isHeard(processing)}`).join();
  const heardOf = (all: readonly Recording[] | null | undefined) =>
    all?.reduce((sum, { processing }) => sum + (processing?.find(byTranscript)?.percent ?? 0), 0) ?? 0;
  const before = client.getQueryData(queryKey)?.recordings;
  client.setQueryData(queryKey, (old) => old && { ...old, recordings: recordings.length > 1 ? recordings : undefined });
  // A transcript has been completed or removed.
  if (stagesOf(before) !== stagesOf(recordings))
    void client.invalidateQueries({ queryKey, predicate: ({ queryKey: key }) => key.length > 2 });
  // A growing transcript is read as a whole, and most percents add only some lines, so it is not read at each of them.
  else if (heardOf(before) < heardOf(recordings)) {
    const shown = [...queryKey, 'transcript'];
    const readAt = client.getQueryState(shown)?.dataUpdatedAt ?? 0;
    if (Date.now() - readAt >= growsEveryMs) void client.invalidateQueries({ queryKey: shown });
  }
}

/** Uploads for which the person was told that they replaced nothing. */
const announcedUploads = new Set<string>();

/**
 * Tells the person if an upload that was to replace a recording did not: another device has replaced it meanwhile, and
 * the server keeps both.
 * @returns whether this is the case
 */
export async function receivePartStage(
  client: QueryClient,
  id: string,
  { uploadId, replaces }: { uploadId: string; replaces?: string | true },
): Promise<boolean> {
  const protocol = await api(calls.getProtocol, { params: { id } }).catch(() => undefined);
  const first = protocol?.video?.upload_id;
  if (!first || first === uploadId || first === replaces) return false;
  await applyServerProtocol(client, id, protocol);
  if (announcedUploads.has(uploadId) || document.visibilityState === 'hidden') return true;
  announcedUploads.add(uploadId);
  showToast('Запись добавлена частью: первую уже заменили', { detail: protocol.title ?? undefined, protocolId: id });
  return true;
}

const growsEveryMs = 10_000;

const isHeard = (steps: readonly ProcessingStep[] | null | undefined) => steps?.find(byTranscript)?.state === 'done';

const byTranscript = ({ step }: ProcessingStep) => step === 'transcript';
