import type { QueryClient } from '@tanstack/react-query';
import { isOnItsWay } from '#src/offline/upload-row.ts';
import { answerWorker } from '#src/offline/worker-questions.ts';
import { askForHelpOnLeaving } from './ask-for-help.ts';
import { outbox } from './outbox.ts';
import { watchQueue } from './reload-losses.ts';
import { stageBrought } from './stage-changes.ts';
import { uploads } from './uploads.ts';

let started = false;

/**
 * Lays the stages that an upload brings into what is shown. The queue itself starts once a visit and goes on by itself:
 * it follows the session, and drives nobody's uploads but those of the person who is signed in.
 */
export function followUploads(client: QueryClient): () => void {
  const unsubscribe = uploads.onStage(({ protocolId, stage }) => void stageBrought(client, protocolId, stage));
  if (!started) {
    void uploads.start();
    watchQueue(uploads);
    outbox.onSent(({ creates }) => {
      if (creates !== undefined) uploads.wake();
    });
    // Sync may wake the worker while this window is at work: it asks first.
    if ('serviceWorker' in navigator) answerWorker(navigator.serviceWorker);
    askForHelpOnLeaving(() => uploads.list().some(isOnItsWay));
  }
  started = true;
  return unsubscribe;
}
