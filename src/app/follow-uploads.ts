import type { QueryClient } from '@tanstack/react-query';
import { deleteProtocol, onUploadStage, processingRefused } from '#src/data/protocol/index.ts';
import { watchQueue } from '#src/data/recording/index.ts';
import {
  answerWorker,
  askForHelpOnLeaving,
  isOnItsWay,
  needsPerson,
  outbox,
  uploads,
  variablesOf,
} from '#src/sync/index.ts';

let started = false;

/**
 * Shows the stages that an upload brings. The queue itself starts once a visit and goes on by itself:
 * it follows the session, and drives nobody's uploads but those of the person who is signed in.
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
      // The worker may have sent it before this page opened.
      await known;
      await cancelVideosOf(deleted.id);
    });
    outbox.subscribe(followDeletions());
    // Sync may wake the worker while this window is at work: it asks first.
    if ('serviceWorker' in navigator) answerWorker(navigator.serviceWorker);
    askForHelpOnLeaving(() => uploads.list().some(isOnItsWay));
  }
  started = true;
  return unsubscribe;
}

/**
 * The videos of a protocol that is to be deleted wait, and go on when that was undone, or refused: whether they wait is
 * told by the outbox alone, so that no crash in between leaves one behind.
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
