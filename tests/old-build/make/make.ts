// Records the data that a build leaves behind, for tests of later builds: see the README of this folder.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startParameters } from '#server/platform/db/start-parameters.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { fakeDevices } from '#tests/support/recorder-steps.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { tokenIsOnDisk } from '#tests/support/token-on-disk.ts';
import { readAnswers } from '../answers.ts';
import { packFolder } from '../archive.ts';
import { dumpDevice } from '../device.ts';
import type { BuildFacts } from '../old-build.ts';
import * as offline from './offline-steps.ts';
import * as online from './online-steps.ts';
import { makeLargeVideo, prepareThings } from './things.ts';

const [build] = process.argv.slice(2);
if (!build) throw new Error('node scripts/run.mjs tests/old-build/make/make.ts <a checked out and built tree>');
const folder = await mkdtemp(join(tmpdir(), 'protokol-old-build-'));
const data = join(folder, 'data');
const server = await ServerProcess.start(data, { CLIENT_DIR: join(resolve(build), 'dist') }, resolve(build));
const proxy = await FaultProxy.start(server.port);
const browser = new BrowserProcess(join(folder, 'profile'), { flags: fakeDevices });
try {
  await server.demoProcessed();
  const things = await prepareThings(server.url);
  await online.recordSound(await browser.start(), proxy.url, things);
  await tokenIsOnDisk(browser.profile);
  await browser.kill();

  const page = await online.openApp(await browser.start(), proxy.url);
  const drive = { page, proxy, things, serverUrl: server.url };
  const [video, short] = [
    await makeLargeVideo(folder, 'совет.mp4', 4.2),
    await makeLargeVideo(folder, 'пауза.mp4', 0.1),
  ];
  const steps: ((drive: online.Drive) => Promise<void>)[] = [
    online.visitScreens,
    online.writeToPlainServer,
    online.writeAgainstOthers,
    (each) => offline.sendHalf(each, video),
    (each) => offline.pauseVideo(each, short),
    offline.makeProtocol,
    offline.changeParts,
    offline.changeRecorded,
    offline.changeMeetings,
    offline.changeSettings,
    offline.deleteProtocol,
    offline.leaveDraft,
  ];
  for (const [index, step] of steps.entries()) {
    process.stdout.write(`step ${index + 1} of ${steps.length}\n`);
    await step(drive).catch(async (error: unknown) => {
      await page.screenshot({ path: join(tmpdir(), `old-build-${index + 1}.png`) });
      throw error;
    });
  }
  await page.goto(`${proxy.url}/main/home`);
  await online.untilSaved(page);
  const device = await page.evaluate(dumpDevice);
  await browser.kill();
  await keep('device.json.gz', gzipSync(JSON.stringify(device), { level: 9 }));
  await keep('answers.json.gz', gzipSync(JSON.stringify(await readAnswers(server.url)), { level: 9 }));
  await server.stop();
  await readyForLater(join(data, 'db'));
  await keep('server.tar.zst', await packFolder(data));
  const { call: _, token: __, ...ids } = things;
  const facts: BuildFacts = { commit: await commitOf(build), sha256: await sha256Of(video), things: ids };
  await keep('facts.json', `${JSON.stringify(facts, null, 2)}\n`);
} finally {
  await browser.kill();
  await proxy.stop();
  await server.kill();
  await rm(folder, { recursive: true, force: true });
}

async function keep(name: string, content: string | Buffer): Promise<void> {
  await writeFile(new URL(`../files/${name}`, import.meta.url), content);
  process.stdout.write(`tests/old-build/files/${name}: ${Math.ceil(content.length / 1024)} KiB\n`);
}

async function commitOf(tree: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', tree, 'rev-parse', 'HEAD']);
  return stdout.trim();
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/**
 * Prepares the database for later tests: a server would abandon an upload that rested for a week. Removes the
 * write-ahead log, and the space of replaced rows.
 */
async function readyForLater(database: string): Promise<void> {
  const path = join(resolve(build as string), 'node_modules/@electric-sql/pglite/dist/index.js');
  const { PGlite } = (await import(pathToFileURL(path).href)) as typeof import('@electric-sql/pglite');
  const pglite = await PGlite.create(database, { startParams: [...startParameters(false), '-c', 'wal_recycle=off'] });
  await pglite.query("update uploads set updated_at = '2100-01-01' where state = 'receiving'");
  await pglite.exec('vacuum (full, freeze, analyze)');
  // Recycled log segments still contain their former data.
  for (let round = 0; round < 5; round += 1) {
    await pglite.exec('select txid_current()');
    await pglite.exec('select pg_switch_wal()');
    await pglite.exec('checkpoint');
  }
  await pglite.close();
}
