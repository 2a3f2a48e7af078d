import { availableParallelism } from 'node:os';
import { untilAborted } from '#server/platform/jobs/index.ts';
import { SpeechFailure } from '../speech-failure.ts';
import { explainEnd } from './explain-end.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import type { Answers, Question } from './recogniser-messages.ts';
import { ProcessEnded, RecogniserProcess } from './recogniser-process.ts';

export type RecogniserLimits = {
  /** Maximum memory of the recogniser's process, in bytes. */
  memory: number;
  /**
   * Maximum time in milliseconds without a sign of progress, while a model loads (`loadMs`) and while it works
   * (`workMs`).
   */
  loadMs: number;
  workMs: number;
  /** Milliseconds without a request after which the memory is released. */
  idleMs: number;
};

export const usualLimits: RecogniserLimits = {
  memory: 4 * 1024 ** 3,
  loadMs: 5 * 60_000,
  workMs: 10 * 60_000,
  idleMs: 60_000,
};

/** More threads do not make any model faster; the rest of the processor is left for requests. */
const maxThreads = 4;

/**
 * Sends requests to a recogniser in a separate process, one at a time, and restarts that process if it dies: only the
 * request that it died of is retried, once.
 */
export class EmbeddedRecogniser {
  readonly #folder: string;
  readonly #limits: RecogniserLimits;
  #running: { process: RecogniserProcess; mark: string } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Signal of the request that has its turn. */
  #serving: AbortSignal | undefined;

  constructor(folder: string, limits: RecogniserLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  get process(): RecogniserProcess | undefined {
    return this.#running?.process;
  }

  /** Returns the present content of the folder, which may be changed while the server runs. */
  model(): Promise<ModelFolder> {
    return readModelFolder(this.#folder);
  }

  /** @throws SpeechFailure with the cause in Russian */
  async ask<Q extends Question>(question: Q, signal: AbortSignal): Promise<Answers[Q['ask']]> {
    signal.throwIfAborted();
    return this.#inTurn(signal, () => this.#answer(question));
  }

  /** Loads the model if it is not loaded yet. @returns the seconds it took */
  async load(signal: AbortSignal): Promise<number> {
    // All of it happens within one turn: otherwise the idle timer would run during the next request.
    return this.#inTurn(signal, async () => {
      clearTimeout(this.#idle);
      const started = performance.now();
      await this.#loaded().finally(() => this.#restWhenIdle());
      return (performance.now() - started) / 1000;
    });
  }

  /** Returns whether requests with this signal wait for those of others. */
  isWaiting(signal: AbortSignal): boolean {
    return this.#serving !== undefined && this.#serving !== signal;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#running?.process.close();
    this.#running = undefined;
  }

  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      signal.throwIfAborted();
      this.#serving = signal;
      return work().finally(() => {
        this.#serving = undefined;
      });
    });
    this.#turn = done.catch(() => undefined);
    return untilAborted(done, signal);
  }

  async #answer<Q extends Question>(question: Q): Promise<Answers[Q['ask']]> {
    clearTimeout(this.#idle);
    try {
      return await this.#try(question);
    } catch (error) {
      // The process may have been killed from outside; if it dies twice, the request is the cause.
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
    const threads = Math.max(1, Math.min(maxThreads, availableParallelism()));
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
