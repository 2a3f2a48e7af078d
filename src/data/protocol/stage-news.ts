import type { QueryClient } from '@tanstack/react-query';
import type { Stage } from '#contract/stage.ts';
import { showToast } from '#src/ui/index.ts';
import {
  clearProcessingRequest,
  isProcessingPending,
  markProcessingRequested,
  renewProcessingRequest,
} from './processing-handshake.ts';
import { findListedProtocol, patchProtocol, protocolQuery } from './queries.ts';

const news: Partial<Record<Stage, { message: string; tone?: 'bad' }>> = {
  video_uploaded: { message: 'Видео загружено' },
  success_video_process: { message: 'Видео обработано' },
  error_video_process: { message: 'Ошибка обработки видео', tone: 'bad' },
};

/** The last announced stage of each protocol: the upload and the server's event both report the same stage. */
const announced = new Map<string, Stage>();

/** Refetches the recordings of a protocol; few protocols have several, so the code is loaded on demand. */
export async function refreshRecordings(client: QueryClient, id: string): Promise<void> {
  await (await fetchCode())?.refreshRecordings(client, id);
}

const fetchCode = () => import('./recordings.ts').catch(() => undefined);

/** The upload that causes a change of stage. */
interface UploadOfStage {
  uploadId: string;
  /** Id of the recording that it may replace; true for any. */
  replaces?: string | true;
}

/** Shows the stage that an upload of this browser has reached. A further recording does not change the stage. */
export async function onUploadStage(
  client: QueryClient,
  id: string,
  stage: Stage,
  upload?: UploadOfStage,
): Promise<void> {
  const known = client.getQueryData(protocolQuery(id).queryKey) ?? findListedProtocol(client, id);
  const first = known?.video?.upload_id;
  const { uploadId = first, replaces } = upload ?? {};
  if (known?.video && replaces !== true && first !== uploadId && first !== replaces)
    await refreshRecordings(client, id);
  else {
    if (stage === 'video_process') markProcessingRequested(id);
    else clearProcessingRequest(id);
    await stageChanged(client, id, stage);
  }
  if (upload && typeof replaces === 'string' && (await (await fetchCode())?.receivePartStage(client, id, upload)))
    clearProcessingRequest(id);
}

/** Handles a recording that the server has but does not process, because the protocol has moved on: refetches it. */
export function processingRefused(client: QueryClient, id: string, reason: string): void {
  const known = client.getQueryData(protocolQuery(id).queryKey) ?? findListedProtocol(client, id);
  clearProcessingRequest(id);
  void client.invalidateQueries({ queryKey: protocolQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: ['protocols'] });
  showToast(`Видео загружено. ${reason}`, { detail: known?.title ?? undefined, protocolId: id });
}

/**
 * Shows a stage announced by the server. Since it verifies a recording first, however long that takes, its
 * `video_uploaded` may be stale.
 */
export async function onServerStage(client: QueryClient, id: string, stage: Stage): Promise<void> {
  if (stage !== 'video_uploaded') clearProcessingRequest(id);
  else {
    renewProcessingRequest(id);
    if (isProcessingPending(id)) return;
  }
  await stageChanged(client, id, stage);
}

/**
 * Shows a new stage of a protocol everywhere at once. A pending answer may be older than the stage, so it is cancelled
 * and requested again.
 */
async function stageChanged(client: QueryClient, id: string, stage: Stage): Promise<void> {
  const shown = [protocolQuery(id).queryKey, ['protocols']];
  const dropped = shown.flatMap((queryKey) =>
    client.getQueryCache().findAll({ queryKey, exact: queryKey.length > 1, fetchStatus: 'fetching' }),
  );
  await Promise.all(dropped.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })));
  const known = client.getQueryData(protocolQuery(id).queryKey) ?? findListedProtocol(client, id);
  patchProtocol(client, id, { stage });
  // The cancelled request may have been the first one of a screen that still waits for it.
  for (const { queryKey } of dropped) void client.refetchQueries({ queryKey, exact: true, type: 'active' });
  const repeated = announced.get(id) === stage;
  announced.set(id, stage);
  const item = news[stage];
  if (!item || repeated || document.visibilityState === 'hidden') return;
  showToast(item.message, { detail: known?.title ?? undefined, protocolId: id, tone: item.tone });
}
