import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getJson, signIn } from './api-client.ts';
import { copyDemoData } from './demo-data.ts';
import { freePort, killGroup, spawnGroup, until } from './processes.ts';
import { serverScript } from './server-script.ts';

/** Time limit of a first start with its demo data on a busy machine. */
const startMs = 180_000;

/**
 * Folder of compiled code that is kept between runs: loading the server's modules costs as much as the rest of a start.
 */
const compileCache = fileURLToPath(new URL('../../.cache/compile-cache', import.meta.url));

/** A real server in a separate process, with a data folder that outlives it. */
export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  readonly #folder: string | undefined;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(port: number, dataDir: string, env: Record<string, string>, folder?: string) {
    this.port = port;
    this.dataDir = dataDir;
    this.#env = env;
    this.#folder = folder;
  }

  /** Starts a server with demo data on a free port and waits until it answers; `folder` is another installation. */
  static async start(dataDir: string, env: Record<string, string> = {}, folder?: string): Promise<ServerProcess> {
    await copyDemoData(dataDir, env, (place) => ServerProcess.#seed(place));
    const server = new ServerProcess(await freePort(), dataDir, env, folder);
    await server.start();
    return server;
  }

  /** Fills a data folder with the demo, to be copied. */
  static async #seed(dataDir: string): Promise<void> {
    const server = new ServerProcess(await freePort(), dataDir, {});
    await server.start();
    await server.demoProcessed();
    await server.stop();
  }

  /** Resolves once the demo's own recording is processed: until then its news come among those of others. */
  async demoProcessed(): Promise<void> {
    const token = await signIn(this.url);
    const isProcessed = async () => {
      const { data } = await getJson<{ data: { stage: string }[] }>(this.url, token, '/protocols?limit=100');
      return data.every(({ stage }) => stage !== 'video_process') || undefined;
    };
    await until(isProcessed, "the demo's own recording");
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get output(): string {
    return this.#output;
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    return this.#child?.exitCode ?? undefined;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('The server is not running');
    return this.#child.pid;
  }

  /** Starts it again on the same port and folder; resolves when it answers. */
  async start(): Promise<void> {
    const env = {
      HOST: '127.0.0.1',
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      DATABASE_URL: undefined,
      DEMO: 'true',
      NODE_ENV: 'test',
      DRAIN_SECONDS: '0',
      // The modules of another installation are in a different folder at every run.
      ...(this.#folder === undefined && { NODE_COMPILE_CACHE: compileCache }),
      ...this.#env,
    };
    // Another installation has its own modules.
    const script = this.#folder === undefined ? serverScript('main') : 'server/main.ts';
    const child = spawnGroup(process.execPath, [script], env, this.#folder);
    this.#child = child;
    child.stdout?.on('data', (text: Buffer) => {
      this.#output += text;
    });
    child.stderr?.on('data', (text: Buffer) => {
      this.#output += text;
    });
    const answered = async () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${this.#output}`);
      return (await answers(`${this.url}/api/health`)) ? true : undefined;
    };
    await until(answered, `the server's answer; it said: ${this.#output}`, startMs).catch(async (error: unknown) => {
      await this.kill();
      throw error;
    });
  }

  /** Sends SIGTERM and waits for the end of the process. */
  async stop(): Promise<void> {
    if (this.#child) await killGroup(this.#child, 'SIGTERM');
  }

  /** Sends SIGKILL: nothing is flushed or logged. */
  async kill(): Promise<void> {
    if (this.#child) await killGroup(this.#child, 'SIGKILL');
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
