import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { uploads } from '#src/sync/index.ts';

// The time between the last chunk of a recording and its processing by the server. Three seconds after that chunk this
// browser requests the processing, whether the recording is verified or not. Until the server begins, its stage is
// stale.

/** Maximum time in milliseconds between verification of a recording and the start of its processing. */
const beginsWithin = 60_000;

/** When a request for processing was last known to be valid, by protocol. Milliseconds since 1970. */
const requests = new Map<string, number>();

/** Records that this browser has requested the processing of the protocol's recording. */
export function markProcessingRequested(id: string): void {
  requests.set(id, Date.now());
}

/** Forgets the request, because the server has moved on or another recording is being uploaded. */
export function clearProcessingRequest(id: string): void {
  requests.delete(id);
}

/** Renews the request while the server verifies the recording, however long that takes. */
export function renewProcessingRequest(id: string): void {
  if (wholeUpload(id)?.isDue) markProcessingRequested(id);
}

/** Whether the server has not yet begun to process the recording, so that its `video_uploaded` is stale. */
export function isProcessingPending(id: string): boolean {
  return isPending(requests.get(id), Date.now());
}

/**
 * Returns the protocol with the stage that its upload has reached. The server moves the stage only after verifying the
 * recording; until then its answer would revert the stage shown since the last chunk and three seconds later (spec.md
 * §4).
 */
export function withUploadStage<P extends StagedProtocol>(protocol: P): P {
  const { id } = protocol;
  const { stage, requestedAt } = reconcile(protocol, wholeUpload(id), requests.get(id), Date.now());
  if (requestedAt === undefined) requests.delete(id);
  else requests.set(id, requestedAt);
  return stage === protocol.stage ? protocol : { ...protocol, stage };
}

type StagedProtocol = Pick<Protocol, 'id' | 'stage' | 'video'>;

/** Returns the stage to show, and the new time of the request for processing. */
function reconcile(
  { stage, video }: StagedProtocol,
  upload: WholeUpload | undefined,
  requestedAt: number | undefined,
  now: number,
): { stage: Stage; requestedAt: number | undefined } {
  if (stage === 'finish' || stage === 'final') return { stage, requestedAt };
  const isReplaced = upload?.insteadOf !== undefined && upload.insteadOf === video?.upload_id;
  if (!isReplaced && stage !== 'no_video' && stage !== 'video_uploaded') return { stage, requestedAt: undefined };
  const isOfFirst = isReplaced || stage === 'no_video' || upload?.uploadId === video?.upload_id;
  if (upload && isOfFirst) return { stage: upload.isDue ? 'video_process' : 'video_uploaded', requestedAt };
  if (stage !== 'video_uploaded') return { stage, requestedAt };
  const renewedAt = upload?.isDue ? now : requestedAt;
  return { stage: isPending(renewedAt, now) ? 'video_process' : stage, requestedAt: renewedAt };
}

function isPending(requestedAt: number | undefined, now: number): boolean {
  return requestedAt !== undefined && now - requestedAt < beginsWithin;
}

type WholeUpload = NonNullable<ReturnType<typeof wholeUpload>>;

/** Returns an upload to a protocol whose chunks are all received and which the server is verifying. */
function wholeUpload(id: string) {
  const upload = uploads.list().find(({ protocolId, state }) => protocolId === id && state === 'verifying');
  return upload && { ...upload, isDue: upload.processAt !== undefined && upload.processAt <= Date.now() };
}
