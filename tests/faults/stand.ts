import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumPath } from '#tests/support/browser-process.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import type { PageRecord } from './page-record.ts';
import { openRecording, type Recording } from './recording.ts';
import { timersDividedBy } from './timing.ts';

/** The build with shorter waits, and the one that ships. */
const hastyClient = fileURLToPath(new URL('../../.cache/hasty-client', import.meta.url));
const shippedClient = fileURLToPath(new URL('../../dist', import.meta.url));

/** Shared by the cells of one worker: a server, a browser and the network between them. */
export interface Stand {
  folder: string;
  /** Whether a cell failed, so that the folder is kept. */
  keep: boolean;
  server: ServerProcess;
  proxy: FaultProxy;
  browser: Browser;
  recording: Recording;
  /** Returns how often the recording of an upload was probed: once in every processing job. */
  probes(uploadId: string): Promise<number>;
  /** Token of the demo secretary, for calls that bypass the proxy. */
  token: string;
  /** A context with filled caches and a signed-in session, for cells that leave nothing behind in it. */
  visited: { context: BrowserContext; record: PageRecord; until: number } | undefined;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-faults-'));
  const client = timersDividedBy === 1 ? shippedClient : hastyClient;
  const probes = await noteProbes(folder);
  const server = await ServerProcess.start(join(folder, 'data'), { CLIENT_DIR: client, FFPROBE_PATH: probes.program });
  await server.demoProcessed();
  const proxy = await FaultProxy.start(server.port);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const stand: Stand = {
    folder,
    keep: false,
    server,
    proxy,
    browser,
    probes: probes.count,
    recording: await openRecording(),
    token: '',
    visited: undefined,
    async close() {
      await browser.close();
      await proxy.stop();
      await server.stop();
      if (!stand.keep) await rm(folder, { recursive: true, force: true });
    },
  };
  return stand;
}

/** Creates a substitute for ffprobe that logs its arguments. */
async function noteProbes(folder: string): Promise<{ program: string; count: Stand['probes'] }> {
  const [program, notes] = [join(folder, 'ffprobe'), join(folder, 'probes')];
  await writeFile(notes, '');
  const real = process.env.FFPROBE_PATH || 'ffprobe';
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$*" >>'${notes}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return {
    program,
    count: async (uploadId) => (await readFile(notes, 'utf8')).split('\n').filter((it) => it.includes(uploadId)).length,
  };
}
