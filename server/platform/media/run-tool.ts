import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { findProgram, watchMemory } from './media-tools.ts';

export type ToolOptions = {
  /** Ends the program at once. */
  signal: AbortSignal;
  /** The program is ended after this long. */
  timeoutMs?: number;
  /** The program is ended when `onLine` has not returned true for this long: it hangs. */
  stallMs?: number;
  /** Called with each line of the output, which is not kept then; returns true where the work went on. */
  onLine?: (line: string) => boolean;
  /** Called with what the program writes to stderr. */
  onError?: (text: string) => void;
  /** Most bytes of output that are kept; a program that prints more is ended. */
  maxOutput?: number;
  /** Bytes of memory that the program may take; it then fails by itself. */
  maxMemory?: number;
  /** Bytes of each file that the program may write; it is then ended. */
  maxFile?: number;
};

export type ToolResult = {
  code: number | null;
  /** Signal that ended the program, if it has no exit code. */
  killedBy?: NodeJS.Signals;
  stdout: Buffer;
  stderr: string;
  endedFor?: 'timeout' | 'stall' | 'output';
};

/** Number of characters of a program's messages that are kept: the last ones. */
export const keptErrors = 16 * 1024;
/** Bytes of memory for each program: enough for pictures of 8K. A file that needs more was crafted to. */
export const defaultMemory = 4 * 1024 ** 3;
const defaultFile = 64 * 1024 ** 3;

/**
 * Runs a media program at low priority, with no input, within limits, and never outlives this process.
 * Rejects only when the program cannot be started or `signal` is aborted; an exit code is the caller's to judge.
 */
export async function runTool(command: string, args: string[], options: ToolOptions): Promise<ToolResult> {
  options.signal.throwIfAborted();
  const [program, before] = await withinLimits(command, options);
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const result: ToolResult = { code: null, stdout: Buffer.alloc(0), stderr: '' };
  const end = (reason: 'timeout' | 'stall' | 'output') => {
    result.endedFor ??= reason;
    endProgram(child);
  };
  const stop = () => endProgram(child);
  options.signal.addEventListener('abort', stop, { once: true });
  const deadline = options.timeoutMs ? setTimeout(end, options.timeoutMs, 'timeout') : undefined;
  const stall = options.stallMs ? setTimeout(end, options.stallMs, 'stall') : undefined;

  child.once('spawn', () => yieldToOthers(child.pid));
  child.stderr.on('data', (text: Buffer) => {
    result.stderr = (result.stderr + text).slice(-keptErrors);
    options.onError?.(text.toString());
  });
  const endWatch = watchMemory(child.pid);
  const { onLine } = options;
  if (onLine) createInterface(child.stdout).on('line', (line) => onLine(line) && stall?.refresh());
  else keep(child.stdout, options.maxOutput ?? 1024 * 1024, result, () => end('output'));
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    options.signal.throwIfAborted();
    return { ...result, code, ...(killedBy && { killedBy }) };
  } finally {
    endWatch();
    clearTimeout(deadline);
    clearTimeout(stall);
    options.signal.removeEventListener('abort', stop);
  }
}

function keep(stream: NodeJS.ReadableStream, max: number, result: ToolResult, tooMuch: () => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > max) tooMuch();
    else pieces.push(piece);
  });
  stream.on('end', () => {
    result.stdout = Buffer.concat(pieces);
  });
}

/**
 * On Linux, by util-linux: setpriv makes the kernel end the program together with this process, so that a killed server
 * leaves no orphan behind; prlimit sets the limits.
 */
export async function withinLimits(
  command: string,
  options: Pick<ToolOptions, 'maxMemory' | 'maxFile'>,
): Promise<[string, string[]]> {
  if (process.platform !== 'linux') return [command, []];
  const [setpriv, prlimit] = await Promise.all([findProgram('setpriv'), findProgram('prlimit')]);
  const { maxMemory = defaultMemory, maxFile = defaultFile } = options;
  const chain = [
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []),
    ...(prlimit ? [prlimit, `--data=${maxMemory}`, `--fsize=${maxFile}`, '--core=0', '--'] : []),
    command,
  ];
  return [chain[0] ?? command, chain.slice(1)];
}

/** Ends a program with its children: those of a wrapper would live on and keep the output open. */
export function endProgram(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The program has already ended, or the system has no process groups.
    child.kill('SIGKILL');
  }
}

/**
 * Lowers the program's priority, though not so far that it would stand still on a busy machine, and makes it the first to
 * be killed, before the server, if the machine runs out of memory.
 */
export function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The program has already ended, or the system forbids it: it then runs with the server's priority.
  }
}
