import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startObjectStorage } from '#tests/api/support/object-storage.ts';
import { startPostgres } from '#tests/api/support/postgres-setup.ts';
import { sha256 } from '#tests/api/support/upload.ts';
import { signIn } from '#tests/support/api-client.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Attempt, StormPerson } from './storm-person.ts';

export type StormOptions = {
  seconds: number;
  nodes: number;
  people: number;
  seed: number;
  /** Goes on until that many faults have happened, also where a busy machine needs longer for them. */
  leastFaults?: number;
  say: (line: string) => void;
};

/**
 * A server killed, or killed and its disk lost; PostgreSQL stopped, or standing still with its connections open; a
 * storage that is busy, ends connections, or does not answer.
 */
export const stormFaults = ['killed', 'wiped', 'stopped', 'frozen', 'busy', 'reset', 'hang'] as const;
export type StormFault = (typeof stormFaults)[number];

export type StormResult = {
  /** What people made. */
  counts: Record<'protocols' | 'tasks' | 'videos', number>;
  faults: Record<StormFault, number>;
  /** Acknowledged things that are missing, duplicated or different. */
  lost: string[];
  attempts: Attempt[];
};

type Stand = {
  nodes: ServerProcess[];
  /** Servers known to be gone, to which a proxy sends no calls. */
  gone: Set<ServerProcess>;
  postgres: Awaited<ReturnType<typeof startPostgres>>;
  objects: Awaited<ReturnType<typeof startObjectStorage>>;
  postgresFolder: string;
};

/**
 * Kills servers with separate folders one after the other, some with their disks, stops PostgreSQL and makes the object
 * storage fail, while people work. In the end everything that was acknowledged has to be there, once.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-storm-'));
  const stand = await start(folder, options.nodes);
  const counts = { protocols: 0, tasks: 0, videos: 0 };
  const faults = { killed: 0, wiped: 0, stopped: 0, frozen: 0, busy: 0, reset: 0, hang: 0 };
  const random = seededRandom(options.seed);
  try {
    const token = await signIn(stand.nodes[0]?.url ?? '');
    const anyServer = () => {
      const there = stand.nodes.filter((node) => !stand.gone.has(node));
      return there[random(there.length)]?.url ?? '';
    };
    const people = Array.from({ length: options.people }, () => new StormPerson(token, anyServer));
    const end = performance.now() + options.seconds * 1000;
    const happened = () => Object.values(faults).reduce((sum, times) => sum + times, 0);
    const isOver = () => performance.now() > end && happened() >= (options.leastFaults ?? 0);
    const working = Promise.all(people.map((person) => person.work(isOver)));
    await Promise.all([working, rage(stand, { random, isOver, faults, say: options.say })]);
    const lost = await findLost(people, stand);
    for (const { promised } of people) {
      for (const what of ['protocols', 'tasks', 'videos'] as const) counts[what] += promised[what].length;
    }
    return { counts, faults, lost, attempts: people.flatMap(({ attempts }) => attempts) };
  } finally {
    await Promise.all(stand.nodes.map((node) => node.kill()));
    await Promise.all([stand.postgres.stop(), stand.objects.close()]);
    for (const path of [folder, stand.postgresFolder]) await rm(path, { recursive: true, force: true });
  }
}

async function start(folder: string, count: number): Promise<Stand> {
  const postgresFolder = await mkdtemp(join(tmpdir(), 'protokol-storm-postgres-'));
  const [postgres, objects] = await Promise.all([startPostgres(postgresFolder), startObjectStorage()]);
  const env = { DATABASE_URL: postgres.url, STORAGE_URL: objects.url };
  const nodes: ServerProcess[] = [];
  for (let index = 0; index < count; index += 1)
    nodes.push(await ServerProcess.start(join(folder, `node-${index}`), env));
  return { nodes, gone: new Set(), postgres, objects, postgresFolder };
}

type Rage = {
  random: (limit: number) => number;
  isOver: () => boolean;
  faults: StormResult['faults'];
  say: StormOptions['say'];
};

/** Longer than a server takes to notice a database that stands still. */
const frozenMs = 8_000;

/** Causes one fault after the other; in the end everything that was stopped runs again. */
async function rage(stand: Stand, { random, isOver, faults, say }: Rage): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    await setTimeout(500 + random(2_000));
    const fault = faultOf(turn);
    if (fault === 'killed' || fault === 'wiped') await killOne(stand, random(stand.nodes.length), fault, say);
    else if (fault === 'stopped' || fault === 'frozen') await halt(stand, fault, say);
    else {
      say(`хранилище: ${fault}`);
      stand.objects.fail(fault);
      await setTimeout(2_000);
      stand.objects.fail();
    }
    faults[fault] += 1;
  }
}

/** Returns the faults in an order in which each kind comes soon, and servers are killed most. */
function faultOf(turn: number): StormFault {
  const round = Math.floor(turn / 8);
  if (turn % 8 === 7) return round % 2 === 0 ? 'stopped' : 'frozen';
  if (turn % 4 === 3) return (['busy', 'reset', 'hang'] as const)[round % 3] ?? 'busy';
  return turn % 3 === 1 ? 'wiped' : 'killed';
}

async function killOne(stand: Stand, index: number, fault: StormFault, say: Rage['say']): Promise<void> {
  const node = stand.nodes[index];
  if (!node) throw new Error('No such server');
  say(`сервер ${index} убит${fault === 'wiped' ? ', диск потерян' : ''}`);
  await node.kill();
  stand.gone.add(node);
  if (fault === 'wiped') await rm(node.dataDir, { recursive: true, force: true });
  await node.start();
  stand.gone.delete(node);
}

async function halt(stand: Stand, fault: StormFault, say: Rage['say']): Promise<void> {
  if (fault === 'stopped') {
    say('PostgreSQL остановлен');
    await stand.postgres.stop();
    await setTimeout(1_000);
    stand.postgres = await startPostgres(stand.postgresFolder, stand.postgres.port);
    return;
  }
  say('PostgreSQL замер');
  stand.postgres.freeze();
  await setTimeout(frozenMs);
  stand.postgres.thaw();
}

async function findLost(people: StormPerson[], { postgres }: Stand): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const countOf = async (table: 'protocols' | 'tasks', title: string) =>
    (await client.query(`select id from ${table} where title = $1`, [title])).rows.length;
  const lost: string[] = [];
  try {
    for (const person of people) {
      const { protocols, tasks, videos } = person.promised;
      for (const { title } of protocols) if ((await countOf('protocols', title)) !== 1) lost.push(title);
      for (const { title } of tasks) if ((await countOf('tasks', title)) !== 1) lost.push(title);
      for (const { protocolId, upload } of videos) {
        if ((await person.videoOf(protocolId)) !== sha256(upload.file)) lost.push(`video of ${protocolId}`);
      }
    }
    return lost;
  } finally {
    await client.end();
  }
}
