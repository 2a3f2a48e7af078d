import { uuidv7 } from 'uuidv7';
import { rebaseQueued } from '../collections/rewrite.ts';
import { createOutboxChannel } from '../outbox/channel.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { undoMs } from '../outbox/undo-ms.ts';
import { systemClock } from '../time/clock.ts';
import { connectivity, timedHttp } from './connectivity.ts';
import { provider } from './provider.ts';
import { requestBackgroundSending } from './request-background-sending.ts';
import { session } from './session.ts';
import { store } from './store.ts';

/** The mutations of this page's person that the server does not have yet. */
export const outbox = createOutbox({
  store,
  session,
  connectivity,
  askServer: provider.refresh,
  clock: systemClock(),
  http: timedHttp,
  locks: navigator.locks,
  channel: createOutboxChannel(),
  newId: uuidv7,
  undoMs,
  formWaitMs: 10_000,
  onQueued: requestBackgroundSending,
  rebase: rebaseQueued,
});
