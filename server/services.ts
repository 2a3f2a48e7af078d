import { mkdir } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { findProcessing } from './features/processing/repository.ts';
import { type Auth, createAuth } from './plugins/auth/auth.ts';
import { openServerSecret } from './plugins/auth/server-secret.ts';
import { type EventHub, openEventHub } from './plugins/events/event-hub.ts';
import { createJobs, type Jobs } from './plugins/jobs/jobs.ts';
import { openStorage } from './plugins/storage/open-storage.ts';
import type { Storage } from './plugins/storage/storage.ts';
import { createVideoLinks, type VideoLinks } from './plugins/storage/video-links.ts';

export type Services = {
  config: Config;
  database: Database;
  clock: () => Date;
  auth: Auth;
  storage: Storage;
  links: VideoLinks;
  events: EventHub;
  jobs: Jobs;
};

/** Opens everything that the app works with, over an open database. `onError` hears what goes wrong beside requests. */
export async function openServices(
  config: Config,
  database: Database,
  { clock, onError }: { clock: () => Date; onError: (error: unknown) => void },
): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const secret = await openServerSecret(config.dataDir);
  const readSteps = async (id: string) => (await findProcessing(database.db, id))?.processing;
  return {
    config,
    database,
    clock,
    auth: createAuth({ database, secret, clock }),
    storage: await openStorage({ dataDir: config.dataDir, url: config.storageUrl }),
    links: createVideoLinks(secret, clock),
    events: await openEventHub({ database, readSteps, onError }),
    jobs: createJobs(database, onError),
  };
}
