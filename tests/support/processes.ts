import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Resolves with a TCP port that is currently free on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Started processes that have not ended. An uncaught error would skip all code that stops them. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
});

/** Starts a program in a process group of its own, so that `killGroup` reaches its children too; it ends with this process. */
export function spawnGroup(
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
  cwd?: string,
): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio, detached: true });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Sends a signal to a process group and waits for the end of its leader. */
export async function killGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, signal);
  await ended;
}

/**
 * Repeats a question until there is an answer.
 * @param ask returns undefined as long as there is none
 * @param what named in the error after `timeoutMs`
 */
export async function until<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Gave up waiting: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
