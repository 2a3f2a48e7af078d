import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { isLong } from './level.ts';
import { killGroup, spawnGroup, until } from './processes.ts';

// Debian's Chromium; --no-sandbox because CI runs as root, the rest keeps it off the network.
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--window-size=1366,768',
  '--lang=ru-RU',
  '--remote-debugging-port=0',
];

/** The browser to test with: PROTOKOL_CHROMIUM, the system's, else Playwright's own. */
export function chromiumPath(): string {
  const known = [process.env.PROTOKOL_CHROMIUM, '/usr/bin/chromium', chromium.executablePath()];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (!found) throw new Error('No Chromium found');
  return found;
}

/**
 * Returns the browser of the tests: the same engine without a window, which opens a page in half the time; at the long
 * level the browser that people have.
 */
export function testBrowserPath(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  return !isLong && !process.env.PROTOKOL_CHROMIUM && existsSync(shell) ? shell : chromiumPath();
}

/** A real Chromium in a separate process, with a profile that outlives it, so that it can be killed and restarted. */
export class BrowserProcess {
  readonly profile: string;
  readonly #diskBytes: number | undefined;
  readonly #flags: readonly string[];
  readonly #program: string;
  #child: ChildProcess | undefined;
  #browser: Browser | undefined;

  /**
   * @param options `diskBytes`: the profile lies on a disk of this size that ends with the browser; on Linux only;
   * `flags`: more of them than every browser here has; `program`: another Chromium than {@link chromiumPath}
   */
  constructor(
    profile: string,
    {
      diskBytes,
      flags = [],
      program = chromiumPath(),
    }: { diskBytes?: number; flags?: readonly string[]; program?: string } = {},
  ) {
    this.profile = profile;
    this.#diskBytes = diskBytes;
    this.#flags = flags;
    this.#program = program;
  }

  /** Path of the profile for this process while the browser runs: the browser's own disk is mounted only for itself. */
  get visibleProfile(): string {
    return this.#diskBytes === undefined ? this.profile : `/proc/${this.#child?.pid}/root${this.profile}`;
  }

  /** Starts the browser on the profile; resolves with its only context. */
  async start(): Promise<BrowserContext> {
    this.#browser = await chromium.connectOverCDP(await this.launch(), { isLocal: true });
    const [context] = this.#browser.contexts();
    if (!context) throw new Error('Chromium has no context');
    context.setDefaultTimeout(20_000);
    return context;
  }

  /** Starts the browser with nothing attached to it; resolves with the address of its DevTools. */
  async launch(): Promise<string> {
    await rm(join(this.profile, 'DevToolsActivePort'), { force: true });
    const [program, ...args] = this.#command();
    const child = spawnGroup(program, args, { LANGUAGE: 'ru' });
    child.stdout?.resume();
    child.stderr?.resume();
    this.#child = child;
    const portFile = join(this.visibleProfile, 'DevToolsActivePort');
    return until(async () => {
      if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}`);
      const text = existsSync(portFile) ? await readFile(portFile, 'utf8') : '';
      const [port, path] = text.split('\n');
      return port && path ? `ws://127.0.0.1:${port}${path}` : undefined;
    }, 'Chromium’s debugging port');
  }

  #command(): [string, ...string[]] {
    const own = [...flags, ...this.#flags, `--user-data-dir=${this.profile}`];
    const command: [string, ...string[]] = [this.#program, ...own, 'about:blank'];
    if (this.#diskBytes === undefined) return command;
    // Mounted in a separate mount namespace, so that nobody has to unmount it.
    const mount = `mkdir -p "$0" && mount -t tmpfs -o size=${this.#diskBytes} tmpfs "$0" && exec "$@"`;
    return ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, this.profile, ...command];
  }

  /** A browser-wide DevTools session: it does not keep a worker or a page alive. */
  async devtools() {
    if (!this.#browser) throw new Error('Chromium is not running');
    return this.#browser.newBrowserCDPSession();
  }

  /** Closes the browser like a person: data in its memory is written first. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    await (await this.devtools()).send('Browser.close');
    await ended;
  }

  /** SIGKILL to the browser and all its children. */
  async kill(): Promise<void> {
    if (this.#child) await killGroup(this.#child, 'SIGKILL');
  }
}
