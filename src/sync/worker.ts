// The service worker's face: what goes on with the queue while no window is open.

// One client.
export { createHttp } from './http/client.ts';
// Mutations that wait for the network.
export { drainMutations } from './outbox/background-mutations.ts';
// Whose server this is, and what it can do.
export { shakeHands } from './provider/handshake.ts';
// Who is signed in.
export { createSession } from './session/session.ts';
// What the device keeps: rows of the outbox, of uploads and of recordings.
export { createStore } from './store/store.ts';
// Clocks and waiting.
export { type Clock, systemClock } from './time/clock.ts';
export { startWorkTime, type WorkTime } from './time/work-time.ts';
// Videos on their way.
export { drainUploads } from './uploads/background-drain.ts';
export { createFetchTransport } from './uploads/fetch-transport.ts';
export { hashHere } from './uploads/hasher.ts';
export { createUploadCalls } from './uploads/upload-calls.ts';
export { createUploadsChannel, type UploadMessage } from './uploads/uploads-channel.ts';
// What page and worker ask each other.
export { answerWorker, drivingQuestion, openRequest, syncTag } from './worker/worker-questions.ts';
