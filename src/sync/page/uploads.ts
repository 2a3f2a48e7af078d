import { uuidv7 } from 'uuidv7';
import { can } from '../provider/server.ts';
import { systemClock } from '../time/clock.ts';
import { createPageHasher } from '../uploads/page-hasher.ts';
import { createUploadCalls } from '../uploads/upload-calls.ts';
import { createUploads } from '../uploads/uploads.ts';
import { createUploadsChannel } from '../uploads/uploads-channel.ts';
import { createXhrTransport } from '../uploads/xhr-transport.ts';
import { connectivity, timedHttp } from './connectivity.ts';
import { provider } from './provider.ts';
import { requestBackgroundSending } from './request-background-sending.ts';
import { session } from './session.ts';
import { store } from './store.ts';

const clock = systemClock();

/** The upload queue as this page drives it. */
export const uploads = createUploads({
  store,
  session,
  connectivity,
  clock,
  askServer: provider.refresh,
  calls: createUploadCalls(session, timedHttp),
  transport: createXhrTransport(clock),
  hash: createPageHasher(),
  locks: navigator.locks,
  channel: createUploadsChannel(),
  newId: uuidv7,
  hasParts: () =>
    provider.rememberedCapabilities().then(
      (capabilities) => can(capabilities, 'recordings'),
      () => false,
    ),
  onQueued: requestBackgroundSending,
});
