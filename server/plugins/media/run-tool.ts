import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { findProgram } from './media-tools.ts';

export type ToolOptions = {
  /** Ends the program at once. */
  signal: AbortSignal;
  /** The program is ended after this long. */
  timeoutMs?: number;
  /** The program is ended when `onLine` has not returned true for this long: it hangs. */
  stallMs?: number;
  /** Told of each line of the output, instead of its being kept; true means that work went on. */
  onLine?: (line: string) => boolean;
  /** Kept output; a program that says more is ended. */
  maxOutput?: number;
};

export type ToolResult = {
  code: number | null;
  stdout: Buffer;
  stderr: string;
  endedFor?: 'timeout' | 'stall' | 'output';
};

const keptErrors = 16 * 1024;

/**
 * Runs a media program at low priority, with no input and bounded output, and never outlives this process.
 * Rejects only when the program cannot be started or `signal` is aborted; an exit code is the caller's to judge.
 */
export async function runTool(command: string, args: string[], options: ToolOptions): Promise<ToolResult> {
  options.signal.throwIfAborted();
  const [program, before] = await withParent(command);
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const result: ToolResult = { code: null, stdout: Buffer.alloc(0), stderr: '' };
  const end = (reason: 'timeout' | 'stall' | 'output') => {
    result.endedFor ??= reason;
    child.kill('SIGKILL');
  };
  const stop = () => child.kill('SIGKILL');
  options.signal.addEventListener('abort', stop, { once: true });
  const deadline = options.timeoutMs ? setTimeout(end, options.timeoutMs, 'timeout') : undefined;
  const stall = options.stallMs ? setTimeout(end, options.stallMs, 'stall') : undefined;

  child.once('spawn', () => lowerPriority(child.pid));
  child.stderr.on('data', (text: Buffer) => {
    result.stderr = (result.stderr + text).slice(-keptErrors);
  });
  const { onLine } = options;
  if (onLine) createInterface(child.stdout).on('line', (line) => onLine(line) && stall?.refresh());
  else keep(child.stdout, options.maxOutput ?? 1024 * 1024, result, () => end('output'));
  try {
    const [code] = await once(child, 'close');
    options.signal.throwIfAborted();
    return { ...result, code: typeof code === 'number' ? code : null };
  } finally {
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

/** On Linux, util-linux's setpriv makes the kernel end the program with us: a killed server leaves no orphan at work. */
async function withParent(command: string): Promise<[string, string[]]> {
  const setpriv = process.platform === 'linux' ? await findProgram('setpriv') : undefined;
  return setpriv ? [setpriv, ['--pdeathsig', 'KILL', '--', command]] : [command, []];
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it: it then runs at our priority.
  }
}
