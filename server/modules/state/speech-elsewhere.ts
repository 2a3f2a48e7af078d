import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { testMs } from '#contract/state.ts';
import type { EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import type { Database } from '#server/platform/db/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { findSpeechReport, keepSpeechReport } from './repository.ts';
import { type SpeechElsewhere, speechState } from './speech-state.ts';
import { testModelHere } from './test-part.ts';

type Deps = { database: Database; jobs: Jobs };

const queue = 'test-speech';
const once = { limit: 0, firstPauseSeconds: 0, longestPauseSeconds: 0 };
const lookMs = 500;

/** Lets servers with jobs test their model and report their state; call it before `jobs.start`. */
export function speechElsewhere({ database, jobs }: Deps, speech: EmbeddedSpeech) {
  const { db } = database;

  jobs.handle<{ id: string }>(
    queue,
    async ({ data }) => {
      const result = await testModelHere(speech);
      await keepSpeechReport(db, { id: data.id, result, state: await speechState(speech, undefined) });
    },
    once,
  );

  return {
    /** Reports the state of this server's model to servers without one. */
    async say(): Promise<void> {
      await keepSpeechReport(db, { state: await speechState(speech, undefined) });
    },

    async state() {
      const report = await findSpeechReport(db);
      if (report) return report.state;
      const problem = 'Сервер, который выполняет задания, ещё ничего не сообщил о модели';
      return { connected: false, model: { folder: speech.folder, problem } };
    },

    async test() {
      const before = await findSpeechReport(db);
      // If a test is already queued, its result is the answer.
      await jobs.send(queue, 'model', { id: uuidv7() });
      for (const end = performance.now() + testMs + lookMs; performance.now() < end; await setTimeout(lookMs)) {
        const report = await findSpeechReport(db);
        if (report?.result && report.id !== before?.id) return report.result;
      }
      const words = 'Сервер, который выполняет задания, не ответил за 40 секунд: он занят или не запущен.';
      return { works: false, words };
    },
  } satisfies SpeechElsewhere & { say(): Promise<void> };
}
