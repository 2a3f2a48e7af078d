import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { uploads } from '#src/sync/index.ts';

/** The server begins so long after it has verified a recording, at the latest. Milliseconds. */
const beginsWithin = 60_000;

/** Protocols whose recording this browser has handed over to processing, by when that was last known. */
const handedOver = new Map<string, number>();

/** The queue has handed the recording of a protocol over: 3 s after its last chunk, whether it is verified or not. */
export function noteHandOver(id: string): void {
  handedOver.set(id, Date.now());
}

/** The server is further than that, or another recording is on its way. */
export function forgetHandOver(id: string): void {
  handedOver.delete(id);
}

/** Whether the server has yet to begin with a recording that is handed over: its «uploaded» is old news then. */
export function isHandedOver(id: string): boolean {
  if (wholeUpload(id)?.isDue) noteHandOver(id);
  const since = handedOver.get(id);
  return since !== undefined && Date.now() - since < beginsWithin;
}

/**
 * What the server answers while it verifies a recording that has come whole: its stage moves only then, and would take back
 * what is shown since the last chunk and three seconds later (spec.md §4).
 */
export function afterUpload<P extends Pick<Protocol, 'id' | 'stage' | 'video'>>(protocol: P): P {
  const stage = stageShown(protocol);
  return stage === protocol.stage ? protocol : { ...protocol, stage };
}

function stageShown({ id, stage, video }: Pick<Protocol, 'id' | 'stage' | 'video'>): Stage {
  if (stage === 'finish' || stage === 'final') return stage;
  const upload = wholeUpload(id);
  const isReplaced = upload?.insteadOf !== undefined && upload.insteadOf === video?.upload_id;
  if (!isReplaced && stage !== 'no_video' && stage !== 'video_uploaded') {
    forgetHandOver(id);
    return stage;
  }
  const isOfFirst = isReplaced || stage === 'no_video' || upload?.uploadId === video?.upload_id;
  if (upload && isOfFirst) return upload.isDue ? 'video_process' : 'video_uploaded';
  return stage === 'video_uploaded' && isHandedOver(id) ? 'video_process' : stage;
}

/** The upload to a protocol of which every chunk is at the server, while that verifies it. */
function wholeUpload(id: string) {
  const upload = uploads.list().find(({ protocolId, state }) => protocolId === id && state === 'verifying');
  return upload && { ...upload, isDue: upload.processAt !== undefined && upload.processAt <= Date.now() };
}
