import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

type Options<Task> = {
  /** For error messages. */
  name: string;
  /** The module that a thread loads, and the function in it that carries out a task. */
  script: URL;
  task: string;
  /** How many threads; a task that finds all of them busy waits for its turn. */
  size?: number;
  /** Milliseconds that a task may take, from its turn on: for all, or for each. */
  timeLimitMs?: number | ((task: Task) => number);
  /** Milliseconds without a task after which the threads end and their memory is free. */
  idleMs?: number;
  /** A task that needs more heap than this ends its thread, never the server. */
  heapMb?: number;
  /** Added to the nice value of the threads, so that requests come first when the processor is busy. */
  niceness?: number;
};

/** The person who waits for a task. Of those waiting, the one whose last turn was longest ago is next. */
export type Asker = { id: string; disconnected: AbortSignal };

type Place = { askerId: string; start: () => void; fail: (reason: unknown) => void };

/** Id used for tasks of the server itself. */
const server = '';

const open = new Set<ThreadPool<never, unknown>>();

/** Ends the threads of every pool: for the end of the process. */
export async function closeThreadPools(): Promise<void> {
  await Promise.all([...open].map((pool) => pool.close()));
}

/** Threads that run one function beside the event loop. They start with the first task. */
export class ThreadPool<Task, Result> {
  readonly #options: Options<Task>;
  readonly #script: string;
  #threads: Piscina<Task, Result> | undefined;
  #running = 0;
  /** Tasks that wait for a thread, in their order. */
  #waiting: Place[] = [];
  /** Asker → the number of tasks begun up to their last turn. */
  readonly #served = new Map<string, number>();
  #turns = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Options<Task>) {
    this.#options = options;
    this.#script = fileURLToPath(options.script);
  }

  /**
   * Rejects with the error of the task, with the reason of `signal`, or when the time limit passes or the thread ends.
   * A task that is aborted or late ends with its thread, and another thread takes its place. A waiting task whose asker
   * disconnects is dropped; a running one goes on, since a new thread costs more than the rest of it.
   */
  async run(task: Task, signal?: AbortSignal, asker?: Asker): Promise<Result> {
    signal?.throwIfAborted();
    asker?.disconnected.throwIfAborted();
    const { name, size = 1, timeLimitMs: limit } = this.#options;
    const timeLimitMs = typeof limit === 'function' ? limit(task) : limit;
    const askerId = asker?.id ?? server;
    if (this.#running >= size) await this.#turn(askerId, signal, asker?.disconnected);
    else this.#running += 1;
    this.#turns += 1;
    this.#served.set(askerId, this.#turns);
    clearTimeout(this.#idle);
    const late = new AbortController();
    const timer =
      timeLimitMs &&
      setTimeout(
        () => late.abort(new Error(`The ${name} thread gave no answer within ${timeLimitMs} ms`)),
        timeLimitMs,
      );
    const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    try {
      return await this.#started().run(task, { filename: this.#script, name: this.#options.task, signal: stop });
    } catch (error) {
      throw stop.aborted ? stop.reason : error;
    } finally {
      clearTimeout(timer);
      this.#end();
    }
  }

  /** Resolves when a thread is free for this task, which counts as running from then on. */
  #turn(askerId: string, ...signals: (AbortSignal | undefined)[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place: Place = { askerId, start: resolve, fail: reject };
    this.#waiting.push(place);
    const end = AbortSignal.any(signals.filter((signal) => signal !== undefined));
    const leave = () => {
      const index = this.#waiting.indexOf(place);
      if (index < 0) return;
      this.#waiting.splice(index, 1);
      reject(end.reason);
    };
    end.addEventListener('abort', leave, { once: true });
    return promise.finally(() => end.removeEventListener('abort', leave));
  }

  /**
   * Removes and returns the next waiting task: of the askers whose last turn was longest ago, or who had none, the
   * first.
   */
  #next(): Place | undefined {
    const lastOf = ({ askerId }: Place) => this.#served.get(askerId) ?? 0;
    const [first, ...others] = this.#waiting;
    const next = others.reduce((best, place) => (best && lastOf(place) < lastOf(best) ? place : best), first);
    this.#waiting = this.#waiting.filter((place) => place !== next);
    return next;
  }

  /** Hands the thread of a task that ended to the next one. */
  #end(): void {
    const next = this.#next();
    if (next) next.start();
    else this.#running -= 1;
    if (this.#running > 0) return;
    this.#served.clear();
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs ?? 10_000).unref();
  }

  /** Ends the threads; what is under way or waits rejects. A later task starts others. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    for (const { fail } of this.#waiting.splice(0)) fail(new Error(`The ${this.#options.name} threads were closed`));
    const threads = this.#threads;
    this.#threads = undefined;
    open.delete(this);
    if (threads) await endThreads(threads);
  }

  #closeWithoutThreads(threads: Piscina<Task, Result>): void {
    if (this.#threads === threads && threads.threads.length === 0) void this.close();
  }

  #started(): Piscina<Task, Result> {
    if (this.#threads) return this.#threads;
    const { size = 1, heapMb = 512, niceness = 0 } = this.#options;
    const threads = new Piscina<Task, Result>({
      // Always all of them: Piscina replaces an ended thread only below this number, and waiting tasks would hang.
      minThreads: size,
      maxThreads: size,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // On other systems it would change the priority of the whole process.
      niceIncrement: process.platform === 'linux' ? niceness : 0,
      recordTiming: false,
    });
    // Without a listener the event would end the server. A thread that fails while it starts is not replaced: if none
    // is left, waiting tasks reject, and the next task starts new threads.
    threads.on('error', () => setImmediate(() => this.#closeWithoutThreads(threads)));
    open.add(this);
    this.#threads = threads;
    return threads;
  }
}

const againMs = 250;

/**
 * Ends the threads. A thread that is still starting may miss the request (seen with Node 24 in one of a hundred stops)
 * and its end would be awaited for ever: so the request is repeated.
 */
async function endThreads(pool: Piscina): Promise<void> {
  const { threads } = pool;
  const again = setInterval(() => {
    for (const thread of threads) void thread.terminate();
  }, againMs);
  await pool.destroy().finally(() => clearInterval(again));
}
