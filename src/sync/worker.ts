// The service worker's interface: the parts of the queue that work while no window is open.

// One client.
export { createHttp } from './http/client.ts';
// Mutations that wait for the network.
export { drainMutations } from './outbox/background-mutations.ts';
// The provider and its capabilities.
export { shakeHands } from './provider/handshake.ts';
// The session.
export { createSession } from './session/session.ts';
// What the device keeps: rows of the outbox, of uploads and of recordings.
export { createStore } from './store/store.ts';
// Clocks and waiting.
export { type Clock, systemClock } from './time/clock.ts';
export { startWorkTime, type WorkTime } from './time/work-time.ts';
// Uploads.
export { drainUploads } from './uploads/background-drain.ts';
export { createFetchTransport } from './uploads/fetch-transport.ts';
export { hashHere } from './uploads/hasher.ts';
export { createUploadCalls } from './uploads/upload-calls.ts';
export { createUploadsChannel, type UploadMessage } from './uploads/uploads-channel.ts';
// Messages between page and worker.
export { answerWorker, drivingQuestion, openRequest, syncTag } from './worker/worker-questions.ts';
