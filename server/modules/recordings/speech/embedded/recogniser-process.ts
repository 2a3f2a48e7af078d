import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endProgram, withinLimits, yieldToOthers } from '#server/platform/media/index.ts';
import { type Answers, memoryExit, type Question, type Reply } from './recogniser-messages.ts';

/** How a process ended, or why it was ended. */
export type ProcessEnd = {
  why: 'died' | 'memory' | 'late' | 'closed';
  /** Last output of the process. */
  output: string;
  signal: NodeJS.Signals | null;
};

/** Thrown if the process ended before it answered. */
export class ProcessEnded extends Error {
  readonly end: ProcessEnd;

  constructor(end: ProcessEnd) {
    super(`The recogniser's process ended (${end.why}): ${end.output.trim().slice(-500)}`);
    this.end = end;
  }
}

const script = fileURLToPath(new URL('./recogniser-worker.ts', import.meta.url));
const maxOutput = 8 * 1024;
/** Memory that Node reserves, mostly without using it. */
const reserved = 1024 ** 3;
/** Variables passed to the process that runs models: none of the server's keys and addresses. */
const passedVariables = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMPDIR'];

/** A recogniser process with a memory limit; it never outlives this process and handles one request at a time. */
export class RecogniserProcess {
  readonly #child: ChildProcess;
  #output = '';
  #why: ProcessEnd['why'] | undefined;
  #end: ProcessEnd | undefined;
  #asking: { tell: (reply: Reply) => void; fail: (end: ProcessEnd) => void } | undefined;
  /** Bytes used at its last answer. */
  memory = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.once('spawn', () => yieldToOthers(child.pid));
    child.stderr?.on('data', (text: Buffer) => {
      this.#output = (this.#output + text).slice(-maxOutput);
    });
    child.stdout?.resume();
    child.on('message', (reply) => this.#asking?.tell(reply as Reply));
    child.once('error', (error) => {
      this.#output += error.message;
      this.#ended(null, null);
    });
    child.once('close', (code, signal) => this.#ended(code, signal));
    // The child does not keep an idle server alive, and exits with it. During a request a timer does.
    child.unref();
    child.channel?.unref();
    for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
  }

  /** @param maxMemory maximum memory in bytes */
  static async start(maxMemory: number): Promise<RecogniserProcess> {
    const limits = { maxMemory: maxMemory + reserved };
    const [program, before] = await withinLimits(process.execPath, limits);
    const env = Object.fromEntries(passedVariables.flatMap((name) => [[name, process.env[name]]]));
    const child = spawn(program, [...before, script, String(maxMemory)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env,
    });
    return new RecogniserProcess(child);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /**
   * @param patienceMs maximum time without a sign of progress, after which the process is stopped
   * @throws ProcessEnded if the process ended instead; an Error with its message if it failed
   */
  ask<Q extends Question>(question: Q, patienceMs: number): Promise<Answers[Q['ask']]> {
    return new Promise((resolve, reject) => {
      if (this.#end) return reject(new ProcessEnded(this.#end));
      const late = setTimeout(() => this.#stop('late'), patienceMs);
      const settle = () => {
        clearTimeout(late);
        this.#asking = undefined;
      };
      const tell = (reply: Reply) => {
        if ('progress' in reply) return void late.refresh();
        settle();
        if ('failed' in reply) return reject(new Error(reply.failed));
        this.memory = reply.memory;
        resolve(reply.done as Answers[Q['ask']]);
      };
      const fail = (end: ProcessEnd) => {
        settle();
        reject(new ProcessEnded(end));
      };
      this.#asking = { tell, fail };
      this.#child.send(question, (error) => error && this.#stop('died'));
    });
  }

  /** Stops the process at once, whatever it is doing. */
  close(): void {
    this.#stop('closed');
  }

  #stop(why: ProcessEnd['why']): void {
    this.#why ??= why;
    endProgram(this.#child);
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    const isMemory = code === memoryExit || /bad_alloc|allocate memory|out of memory/i.test(this.#output);
    this.#end ??= { why: this.#why ?? (isMemory ? 'memory' : 'died'), output: this.#output, signal };
    this.#asking?.fail(this.#end);
  }
}
