import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

type Options = {
  /** For error messages. */
  name: string;
  /** The module that a thread loads, and the function in it that carries out a task. */
  script: URL;
  task: string;
  /** How many threads; a task that finds all of them busy waits for its turn. */
  size?: number;
  /** Milliseconds that a task may take, waiting included. */
  timeLimitMs?: number;
  /** Milliseconds without a task after which the threads end and their memory is free. */
  idleMs?: number;
  /** A task that needs more heap than this ends its thread, never the server. */
  heapMb?: number;
  /** What is added to the priority number of the threads, so that requests come first where a processor is busy. */
  niceness?: number;
};

const open = new Set<ThreadPool<never, unknown>>();

/** Ends the threads of every pool: for the end of the process. */
export async function closeThreadPools(): Promise<void> {
  await Promise.all([...open].map((pool) => pool.close()));
}

/** Threads that run one function beside the event loop. They start with the first task. */
export class ThreadPool<Task, Result> {
  readonly #options: Options;
  readonly #script: string;
  #threads: Piscina<Task, Result> | undefined;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#script = fileURLToPath(options.script);
  }

  /**
   * Rejects with the error of the task, with the reason of `signal`, or where the time limit passes or the thread ends. A
   * task that is aborted or late ends with its thread; another thread takes its place.
   */
  async run(task: Task, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const { name, timeLimitMs } = this.#options;
    const late = new AbortController();
    const timer =
      timeLimitMs &&
      setTimeout(
        () => late.abort(new Error(`The ${name} thread gave no answer within ${timeLimitMs} ms`)),
        timeLimitMs,
      );
    const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    clearTimeout(this.#idle);
    this.#running += 1;
    try {
      return await this.#started().run(task, { filename: this.#script, name: this.#options.task, signal: stop });
    } catch (error) {
      throw stop.aborted ? stop.reason : error;
    } finally {
      clearTimeout(timer);
      this.#running -= 1;
      if (this.#running === 0) this.#idle = setTimeout(() => void this.close(), this.#options.idleMs ?? 10_000).unref();
    }
  }

  /** Ends the threads; what is under way rejects. A later task starts others. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const threads = this.#threads;
    this.#threads = undefined;
    open.delete(this);
    await threads?.destroy();
  }

  #started(): Piscina<Task, Result> {
    if (this.#threads) return this.#threads;
    const { size = 1, heapMb = 512, niceness = 0 } = this.#options;
    const threads = new Piscina<Task, Result>({
      // Always all of them: Piscina replaces a thread that has ended only below this number, and waiting tasks would hang.
      minThreads: size,
      maxThreads: size,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // On other systems it would change the priority of the whole process.
      niceIncrement: process.platform === 'linux' ? niceness : 0,
      recordTiming: false,
    });
    // A thread that fails without a task is simply replaced; without a listener the event would end the server.
    threads.on('error', () => undefined);
    open.add(this);
    this.#threads = threads;
    return threads;
  }
}
