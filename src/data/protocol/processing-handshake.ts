import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { uploads } from '#src/sync/index.ts';

// Between the last chunk of a recording and the server's work with it: three seconds after that chunk this browser
// requests the processing, whether the recording is verified by then or not. Until the server begins, its stage is old.

/** The server begins so long after it has verified a recording, at the latest. Milliseconds. */
const beginsWithin = 60_000;

/** When a request for processing was last known to stand, by protocol. Milliseconds since 1970. */
const requests = new Map<string, number>();

/** This browser has requested the processing of the protocol's recording. */
export function markProcessingRequested(id: string): void {
  requests.set(id, Date.now());
}

/** The server is further than that, or another recording is on its way. */
export function clearProcessingRequest(id: string): void {
  requests.delete(id);
}

/** Keeps the request alive while the server verifies the recording, however long that takes. */
export function renewProcessingRequest(id: string): void {
  if (wholeUpload(id)?.isDue) markProcessingRequested(id);
}

/** Returns whether the server has yet to begin with a recording: its «uploaded» is old news then. */
export function isProcessingPending(id: string): boolean {
  return isPending(requests.get(id), Date.now());
}

/**
 * Returns the protocol with the stage that its upload has brought it to. The server moves the stage only once it has
 * verified the recording, and would take back what is shown since the last chunk and three seconds later (spec.md §4).
 */
export function withUploadStage<P extends StagedProtocol>(protocol: P): P {
  const { id } = protocol;
  const { stage, requestedAt } = reconcile(protocol, wholeUpload(id), requests.get(id), Date.now());
  if (requestedAt === undefined) requests.delete(id);
  else requests.set(id, requestedAt);
  return stage === protocol.stage ? protocol : { ...protocol, stage };
}

type StagedProtocol = Pick<Protocol, 'id' | 'stage' | 'video'>;

/** Returns which stage to show, and since when the processing is requested from now on. */
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

/** Returns the upload to a protocol of which every chunk is at the server, while that verifies it. */
function wholeUpload(id: string) {
  const upload = uploads.list().find(({ protocolId, state }) => protocolId === id && state === 'verifying');
  return upload && { ...upload, isDue: upload.processAt !== undefined && upload.processAt <= Date.now() };
}
