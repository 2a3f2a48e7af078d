import { statfs } from 'node:fs/promises';
import type { ServerState } from '#contract/state/state.ts';
import { findDocumentSettings } from '#server/modules/documents/index.ts';
import { countAccounts, type OfficeZone } from '#server/modules/identity/index.ts';
import type { LanguageModel } from '#server/modules/insights/index.ts';
import type { SpeechService } from '#server/modules/recordings/index.ts';
import type { Database } from '#server/platform/db/index.ts';
import type { ModelService } from '#server/platform/http/index.ts';
import { countJobs } from '#server/platform/jobs/index.ts';
import type { RecentErrors } from '#server/platform/log/index.ts';
import { countMails, type MailAddress, type Mailer } from '#server/platform/mail/index.ts';
import { defaultMemory } from '#server/platform/media/index.ts';
import { findLastBackup, type Storage } from '#server/platform/storage/index.ts';
import { databaseSize, measuredSteps } from './repository.ts';
import { type SpeechElsewhere, speechState } from './speech-state.ts';

/** Services whose state is read. */
export type StateServices = {
  config: {
    dataDir: string;
    storageUrl: string | undefined;
    smtpUrl: string | undefined;
    mailFrom: MailAddress;
    transcribe: ModelService | undefined;
    llm: ModelService | undefined;
  };
  canProcess: () => Promise<boolean>;
  database: Database;
  clock: () => Date;
  officeZone: OfficeZone;
  mailer: Mailer;
  storage: Storage;
  speech: SpeechService | undefined;
  /** Set on a server that only answers calls, while others recognise speech with a model. */
  elsewhere?: SpeechElsewhere | undefined;
  model: LanguageModel | undefined;
  recentErrors: RecentErrors;
};

/** For so long a failure counts. */
export const recentMs = 7 * 24 * 3600 * 1000;

/**
 * Returns the state of everything that the server works with. Nothing is tested here, since that takes long and has its
 * own call.
 */
export async function readState(
  services: StateServices,
  process: { version: string; startedAt: Date },
): Promise<ServerState> {
  const { config, database, officeZone } = services;
  const { db } = database;
  const since = new Date(services.clock().getTime() - recentMs);
  const disk = await statfs(config.dataDir);
  const { lastSentAt, failure, waiting, failed, stored } = await countMails(db, since);
  return {
    version: process.version,
    started_at: process.startedAt.toISOString(),
    database: { kind: database.kind === 'pglite' ? 'embedded' : 'postgres', size: await databaseSize(database) },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    storage: config.storageUrl ? { kind: 's3', address: bucketOf(config.storageUrl) } : { kind: 'folder' },
    mail: {
      connected: services.mailer.isConnected,
      address: hostOf(config.smtpUrl),
      from: config.mailFrom.address,
      waiting,
      failed,
      stored,
      last_sent_at: lastSentAt?.toISOString(),
      ...(failure && { last_failure: { at: failure.at.toISOString(), words: failure.words ?? '' } }),
    },
    speech: services.elsewhere
      ? await services.elsewhere.state()
      : await speechState(services.speech, hostOf(config.transcribe?.url)),
    model: { connected: services.model !== undefined, address: hostOf(config.llm?.url) },
    media: await services.canProcess(),
    processing: { most_memory: defaultMemory, steps: await measuredSteps(db, since) },
    jobs: await countJobs(db, since),
    backup: await findLastBackup(config.dataDir),
    people: await countAccounts(db),
    organization: (await findDocumentSettings(db, officeZone)).organization.trim() !== '',
    errors: services.recentErrors.list(),
  };
}

/** Returns only the host, since the rest of an address may contain a name and a password. */
function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).host;
}

/** Formats «s3://bucket/prefix?endpoint=…» as «bucket на host». */
function bucketOf(url: string): string {
  const { host, searchParams } = new URL(url);
  const endpoint = hostOf(searchParams.get('endpoint') ?? undefined);
  return endpoint ? `${host} на ${endpoint}` : host;
}
