import { mkdir } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createOfficeZone, type OfficeZone } from './db/office-zone.ts';
import { findProcessing } from './features/processing/repository.ts';
import { createPasswordLinks, type PasswordLinks } from './plugins/accounts/password-links.ts';
import { type Analysis, createAnalysis } from './plugins/analysis/analysis-jobs.ts';
import { createLanguageModel } from './plugins/analysis/language-model.ts';
import { type Auth, createAuth } from './plugins/auth/auth.ts';
import { openServerSecret } from './plugins/auth/server-secret.ts';
import { type EventHub, openEventHub } from './plugins/events/event-hub.ts';
import { createJobs, type Jobs } from './plugins/jobs/jobs.ts';
import { createMailer, type Mailer } from './plugins/mail/mailer.ts';
import { openMailTransport } from './plugins/mail/open-mail-transport.ts';
import { createPublicAddress, type PublicAddress } from './plugins/public-address.ts';
import { createSpeechService, type SpeechService } from './plugins/speech/speech-service.ts';
import { openStorage } from './plugins/storage/open-storage.ts';
import { createSignedLinks, type SignedLinks } from './plugins/storage/signed-links.ts';
import type { Storage } from './plugins/storage/storage.ts';
import { createVideoLinks, type VideoLinks } from './plugins/storage/video-links.ts';

export type Services = {
  config: Config;
  database: Database;
  clock: () => Date;
  officeZone: OfficeZone;
  auth: Auth;
  storage: Storage;
  links: VideoLinks;
  fileLinks: SignedLinks;
  events: EventHub;
  jobs: Jobs;
  mailer: Mailer;
  analysis: Analysis;
  passwordLinks: PasswordLinks;
  /** Speech recognition, where it is connected. */
  speech: SpeechService | undefined;
  address: PublicAddress;
};

export type Surroundings = {
  clock: () => Date;
  /** Hears what goes wrong beside requests. */
  onError: (error: unknown) => void;
  /** Says a line to whoever started the server. */
  say?: (line: string) => void;
};

/** Opens everything that the app works with, over an open database. */
export async function openServices(
  config: Config,
  database: Database,
  { clock, onError, say = () => undefined }: Surroundings,
): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const secret = await openServerSecret(config.dataDir);
  const readSteps = async (id: string) => (await findProcessing(database.db, id))?.processing;
  const jobs = createJobs(database, onError);
  const address = createPublicAddress(config);
  const transport = openMailTransport(config, say);
  const storage = await openStorage({ dataDir: config.dataDir, url: config.storageUrl });
  const mailer = createMailer({ database, jobs, transport, storage, clock, onError });
  const events = await openEventHub({ database, readSteps, onError });
  const model = config.llm && createLanguageModel(config.llm);
  return {
    config,
    database,
    clock,
    officeZone: createOfficeZone(config.timeZone),
    auth: createAuth({ database, secret, clock }),
    storage,
    links: createVideoLinks(secret, clock),
    fileLinks: createSignedLinks(secret, clock),
    events,
    jobs,
    mailer,
    analysis: createAnalysis({ database, jobs, events, model, onError }),
    passwordLinks: createPasswordLinks({ mailer, address, clock }),
    speech: config.transcribe && createSpeechService(config.transcribe),
    address,
  };
}
