import { availableParallelism } from 'node:os';
import { untilAborted } from '#server/platform/jobs/index.ts';
import { SpeechFailure } from '../speech-failure.ts';
import { explainEnd } from './explain-end.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import type { Answers, Question } from './recogniser-messages.ts';
import { ProcessEnded, RecogniserProcess } from './recogniser-process.ts';

export type RecogniserLimits = {
  /** Bytes that its process may take. */
  memory: number;
  /** Without a sign of work, while a model loads and while it works. Milliseconds. */
  loadMs: number;
  workMs: number;
  /** Without a question, after which its memory is given back. Milliseconds. */
  idleMs: number;
};

export const usualLimits: RecogniserLimits = {
  memory: 4 * 1024 ** 3,
  loadMs: 5 * 60_000,
  workMs: 10 * 60_000,
  idleMs: 60_000,
};

/** More threads than that make no model faster; requests have the rest of the processor. */
const mostThreads = 4;

/**
 * Asks a recogniser in a process of its own, one question after the other, and starts that process anew where it died: a
 * death costs the question that it died of at most a second try.
 */
export class EmbeddedRecogniser {
  readonly #folder: string;
  readonly #limits: RecogniserLimits;
  #running: { process: RecogniserProcess; mark: string } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: string, limits: RecogniserLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  get process(): RecogniserProcess | undefined {
    return this.#running?.process;
  }

  /** What is in the folder now: it may be mended while the server runs. */
  model(): Promise<ModelFolder> {
    return readModelFolder(this.#folder);
  }

  /** @throws SpeechFailure with the cause in Russian */
  async ask<Q extends Question>(question: Q, signal: AbortSignal): Promise<Answers[Q['ask']]> {
    signal.throwIfAborted();
    const asked = this.#turn.then(() => {
      signal.throwIfAborted();
      return this.#answer(question);
    });
    this.#turn = asked.catch(() => undefined);
    return untilAborted(asked, signal);
  }

  /** Loads the model, where it is not loaded yet. @returns seconds that it took */
  async load(signal: AbortSignal): Promise<number> {
    const started = performance.now();
    const loading = this.#turn.then(() => this.#loaded());
    this.#turn = loading.catch(() => undefined);
    await untilAborted(loading, signal);
    this.#restWhenIdle();
    return (performance.now() - started) / 1000;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#running?.process.close();
    this.#running = undefined;
  }

  async #answer<Q extends Question>(question: Q): Promise<Answers[Q['ask']]> {
    clearTimeout(this.#idle);
    try {
      return await this.#try(question);
    } catch (error) {
      // Somebody may have ended it; what ends it twice is in the question.
      if (!(error instanceof ProcessEnded) || error.end.why !== 'died' || this.#isClosed) throw this.#explained(error);
      return await this.#try(question).catch((second: unknown) => {
        throw this.#explained(second);
      });
    } finally {
      this.#restWhenIdle();
    }
  }

  async #try<Q extends Question>(question: Q): Promise<Answers[Q['ask']]> {
    const process = await this.#loaded();
    return process.ask(question, this.#limits.workMs);
  }

  #explained(error: unknown): unknown {
    return error instanceof SpeechFailure ? error : explainEnd(error, 'work', this.#limits.memory);
  }

  async #loaded(): Promise<RecogniserProcess> {
    const model = await this.model();
    if (this.#running && (this.#running.mark !== model.mark || this.#running.process.hasEnded)) {
      this.#running.process.close();
      this.#running = undefined;
    }
    if (this.#running) return this.#running.process;
    if (this.#isClosed) throw new SpeechFailure('Сервер останавливается.', true);
    const process = await RecogniserProcess.start(this.#limits.memory);
    const threads = Math.max(1, Math.min(mostThreads, availableParallelism()));
    try {
      await process.ask({ ask: 'load', model, threads }, this.#limits.loadMs);
    } catch (error) {
      process.close();
      throw explainEnd(error, 'load', this.#limits.memory);
    }
    this.#running = { process, mark: model.mark };
    return process;
  }

  #restWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#running?.process.close();
      this.#running = undefined;
    }, this.#limits.idleMs).unref();
  }
}
