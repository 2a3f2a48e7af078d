import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { changingShots } from './changing-shots.ts';
import { lookingShots } from './looking-shots.ts';
import { printedPage } from './printed-page.ts';
import type { Shot } from './shot.ts';
import { Studio, see, settled } from './studio.ts';

// `npm run pictures [-- name …]`: takes the pictures of docs/guide and README from the running app.
const pictures = new URL('../../docs/guide/pictures/', import.meta.url);
const wanted = new Set(process.argv.slice(2));
/** A picture not of a page of the app, but of one that it prints. */
const printed = { name: 'printed' };
const isWanted = ({ name }: { name: string }) => wanted.size === 0 || wanted.has(name);

const folder = await mkdtemp(join(tmpdir(), 'protokol-pictures-'));
const clock = new URL('slow-clock.ts', import.meta.url).href;
const server = await ServerProcess.start(join(folder, 'data'), { NODE_OPTIONS: `--import ${clock}` });
const studio = await Studio.open(server.url);
try {
  await mkdir(pictures, { recursive: true });
  await demoIsProcessed();
  const screens = await everyScreen(server.url);
  // Two at a time: while one page waits for the server, the other is drawn.
  const looking = Object.groupBy(lookingShots.filter(isWanted), (_, index) => (index % 2 === 0 ? 'even' : 'odd'));
  await Promise.all(Object.values(looking).map((shots) => takeAll(shots, screens)));
  if (isWanted(printed))
    await keep(
      printed.name,
      await studio.develop(await printedPage(server.url, addressOf(screens, 'protocol-final'), folder)),
    );
  await takeAll(changingShots.filter(isWanted), screens);
  if (wanted.size === 0) await dropOthers();
} finally {
  await studio.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Waits until the demo's second recording is processed, which really happens at the server's first start. */
async function demoIsProcessed(): Promise<void> {
  const token = await signIn(server.url);
  await until(
    async () => {
      const { data } = await getJson<{ data: unknown[] }>(server.url, token, '/protocols?stage=video_process');
      return data.length === 0 ? true : undefined;
    },
    'the end of the processing',
    180_000,
  );
}

async function takeAll(shots: Shot[], screens: AppScreen[]): Promise<void> {
  for (const shot of shots) {
    const screen = screens.find(({ name }) => name === shot.on);
    if (!screen) throw new Error(`${shot.name}: no screen ${shot.on}`);
    const page = await studio.enter(screen.who, shot);
    try {
      await page.goto(screen.address);
      await see(screen.shown(page)).toBeVisible();
      await settled(page);
      await shot.prepare?.({ page, server, folder });
      await keep(shot.name, await studio.take(page));
    } catch (error) {
      // The others are taken all the same, so that one run shows every fault.
      console.error(`${shot.name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    } finally {
      await page.context().close();
    }
  }
}

function addressOf(screens: AppScreen[], name: string): string {
  return screens.find((screen) => screen.name === name)?.address ?? '';
}

async function keep(name: string, webp: Buffer): Promise<void> {
  await writeFile(new URL(`${name}.webp`, pictures), webp);
  console.log(`${name}.webp, ${Math.round(webp.length / 1024)} кБ`);
}

/** Deletes pictures that are no longer in any list. */
async function dropOthers(): Promise<void> {
  const names = new Set([printed, ...lookingShots, ...changingShots].map(({ name }) => name));
  for (const file of await readdir(pictures)) {
    if (!names.has(file.replace(/\.webp$/, ''))) await rm(new URL(file, pictures));
  }
}
