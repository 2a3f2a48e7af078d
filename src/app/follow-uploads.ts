import type { QueryClient } from '@tanstack/react-query';
import { deleteProtocol, onUploadStage, processingRefused } from '#src/data/protocol/index.ts';
import { watchQueue } from '#src/data/recording/index.ts';
import {
  answerWorker,
  isOnItsWay,
  needsPerson,
  outbox,
  requestBackgroundSendingOnLeaving,
  uploads,
  variablesOf,
} from '#src/sync/index.ts';

let started = false;

/**
 * Applies the stages that uploads report. The queue itself is started once per visit and runs on by itself: it follows
 * the session, and sends only the uploads of the signed-in person.
 */
export function followUploads(client: QueryClient): () => void {
  const unsubscribe = uploads.onStage(({ protocolId, stage, refusal, ...upload }) => {
    if (refusal !== undefined) processingRefused(client, protocolId, refusal);
    else void onUploadStage(client, protocolId, stage, upload);
  });
  if (!started) {
    const known = uploads.start();
    watchQueue(uploads);
    outbox.onSent(async (row) => {
      if (row.creates !== undefined) uploads.wake();
      const deleted = variablesOf(deleteProtocol, row);
      if (!deleted) return;
      // The service worker may have sent the deletion before this page opened.
      await known;
      await cancelVideosOf(deleted.id);
    });
    outbox.subscribe(followDeletions());
    // Background Sync may start the service worker while this window is sending; the worker asks first.
    if ('serviceWorker' in navigator) answerWorker(navigator.serviceWorker);
    requestBackgroundSendingOnLeaving(() => uploads.list().some(isOnItsWay));
  }
  started = true;
  return unsubscribe;
}

/**
 * Pauses the videos of a protocol that is to be deleted, and resumes them when the deletion is undone or refused. The
 * outbox alone decides whether they wait, so that a crash in between leaves none behind.
 */
function followDeletions(): () => void {
  let before: ReadonlySet<string> = new Set();
  return () => {
    const rows = outbox.list().filter((row) => !needsPerson(row));
    const deletedProtocols = new Set(rows.flatMap((row) => variablesOf(deleteProtocol, row)?.id ?? []));
    for (const video of uploads.list()) {
      const protocolId = outbox.currentId(video.protocolId);
      if (deletedProtocols.has(protocolId) && !before.has(protocolId) && isOnItsWay(video))
        uploads.waitForDeletion(video.id);
    }
    if ([...before].some((id) => !deletedProtocols.has(id))) uploads.wake();
    before = deletedProtocols;
  };
}

/** Cancels the uploads of a deleted protocol. */
async function cancelVideosOf(protocolId: string): Promise<void> {
  const videos = uploads.list().filter((upload) => outbox.currentId(upload.protocolId) === protocolId);
  for (const { id, state } of videos) if (state !== 'done') await uploads.cancel(id);
}
