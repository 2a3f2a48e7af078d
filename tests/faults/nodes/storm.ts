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
  say: (line: string) => void;
};

export type StormResult = {
  counts: Record<'protocols' | 'tasks' | 'videos' | 'kills' | 'wiped' | 'postgres' | 'storage', number>;
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
  const counts = { protocols: 0, tasks: 0, videos: 0, kills: 0, wiped: 0, postgres: 0, storage: 0 };
  const random = seededRandom(options.seed);
  try {
    const token = await signIn(stand.nodes[0]?.url ?? '');
    const anyServer = () => {
      const there = stand.nodes.filter((node) => !stand.gone.has(node));
      return there[random(there.length)]?.url ?? '';
    };
    const people = Array.from({ length: options.people }, () => new StormPerson(token, anyServer));
    const end = performance.now() + options.seconds * 1000;
    const isOver = () => performance.now() > end;
    const working = Promise.all(people.map((person) => person.work(isOver)));
    await Promise.all([working, rage(stand, { random, isOver, counts, say: options.say })]);
    const lost = await findLost(people, stand);
    for (const { promised } of people) {
      for (const what of ['protocols', 'tasks', 'videos'] as const) counts[what] += promised[what].length;
    }
    return { counts, lost, attempts: people.flatMap(({ attempts }) => attempts) };
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
  counts: StormResult['counts'];
  say: StormOptions['say'];
};

/** Causes one fault after the other; in the end everything that was stopped runs again. */
async function rage(stand: Stand, { random, isOver, counts, say }: Rage): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    await setTimeout(500 + random(2_000));
    if (turn % 8 === 7) {
      counts.postgres += 1;
      say('PostgreSQL остановлен');
      await stand.postgres.stop();
      await setTimeout(1_000);
      stand.postgres = await startPostgres(stand.postgresFolder, stand.postgres.port);
    } else if (turn % 4 === 3) {
      const how = (['busy', 'reset', 'hang'] as const)[random(3)];
      counts.storage += 1;
      say(`хранилище: ${how}`);
      stand.objects.fail(how);
      await setTimeout(2_000);
      stand.objects.fail();
    } else {
      const index = random(stand.nodes.length);
      const node = stand.nodes[index];
      const isWiped = turn % 3 === 1;
      counts.kills += 1;
      say(`сервер ${index} убит${isWiped ? ', диск потерян' : ''}`);
      if (!node) throw new Error('No such server');
      await node.kill();
      stand.gone.add(node);
      if (isWiped) {
        counts.wiped += 1;
        await rm(node.dataDir, { recursive: true, force: true });
      }
      await node.start();
      stand.gone.delete(node);
    }
  }
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
