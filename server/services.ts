import { mkdir } from 'node:fs/promises';
import {
  type AddressLimits,
  type Auth,
  countAccounts,
  createAddressLimits,
  createAuth,
  createOfficeZone,
  createPasswordLinks,
  type OfficeZone,
  type PasswordLinks,
} from '#server/modules/identity/index.ts';
import {
  type Analysis,
  createAnalysis,
  createLanguageModel,
  type LanguageModel,
} from '#server/modules/insights/index.ts';
import { type GuestMails, limitGuestMails } from '#server/modules/meetings/index.ts';
import { createNotices, type Notices, type PushNetwork, publicNetwork } from '#server/modules/notices/index.ts';
import {
  createEmbeddedSpeech,
  createSpeechService,
  createVideoLinks,
  findProcessing,
  type SpeechService,
  type VideoLinks,
} from '#server/modules/recordings/index.ts';
import { createReminders, type Reminders } from '#server/modules/reminders/index.ts';
import type { Database } from '#server/platform/db/index.ts';
import { type EventHub, openEventHub } from '#server/platform/events/index.ts';
import { createPublicAddress, type PublicAddress, Stopping } from '#server/platform/http/index.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/index.ts';
import { type AttemptCounters, createSharedCounts } from '#server/platform/limits/index.ts';
import { createRecentErrors, type RecentErrors } from '#server/platform/log/index.ts';
import { createMailer, type Mailer, openMailTransport } from '#server/platform/mail/index.ts';
import { findMediaTools } from '#server/platform/media/index.ts';
import { openSecret, type ServerSecret } from '#server/platform/secret/index.ts';
import { createSignedLinks, openStorage, type SignedLinks, type Storage } from '#server/platform/storage/index.ts';
import type { Config } from './config/read-config.ts';

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
  notices: Notices;
  pushNetwork: PushNetwork;
  reminders: Reminders;
  analysis: Analysis;
  passwordLinks: PasswordLinks;
  /** Speech recognition, where it is connected. */
  speech: SpeechService | undefined;
  /** The language model, where one is connected. */
  model: LanguageModel | undefined;
  /** Counters for limits on attempts. */
  attempts: AttemptCounters;
  /** Limits on attempts from one address. */
  addressLimits: AddressLimits;
  /** Mails to people who have not asked for any. */
  guestMails: GuestMails;
  address: PublicAddress;
  recentErrors: RecentErrors;
  /** The secret from which keys are derived. */
  secret: ServerSecret;
  /** Warns that a proxy is not trusted. */
  warnOfProxy: (proxy: string) => void;
  /** Whether recordings can be processed: by this server, or by workers, whose availability is not checked. */
  canProcess: () => Promise<boolean>;
  stopping: Stopping;
  /** Stops the periodic reading of keys. */
  closeSecret: () => void;
};

export type Surroundings = {
  clock: () => Date;
  /** Gets errors outside of requests. */
  onError: (error: unknown) => void;
  /** Prints a line for the person who started the server. */
  say?: (line: string) => void;
  /** How push services are reached: over the internet, unless a test passes its own. */
  pushNetwork?: PushNetwork | undefined;
};

/** Opens everything that the app works with, over an open database. */
export async function openServices(
  config: Config,
  database: Database,
  { clock, onError: report, say = () => undefined, pushNetwork = publicNetwork() }: Surroundings,
): Promise<Services> {
  const recentErrors = createRecentErrors(clock);
  const onError = (error: unknown) => {
    recentErrors.note(error, 'фоновая работа');
    report(error);
  };
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const given = config.secrets;
  const { dataDir } = config;
  const { secret, close: closeSecret } = await openSecret({ database, dataDir, given, onError, say });
  const readSteps = async (id: string) => (await findProcessing(database.db, id))?.processing;
  const jobs = createJobs(database, onError, {
    takesJobs: config.role !== 'api',
    connectMs: config.databaseLimits.connectMs,
    atOnce: config.atOnce.queues,
  });
  const address = createPublicAddress(config);
  const transport = openMailTransport(config, say);
  const { storageUrl: url, storagePublicUrl: publicUrl, storageMs: answerMs } = config;
  const storage = await openStorage({ dataDir: config.dataDir, url, publicUrl, answerMs, isOnly: true });
  const mailer = createMailer({ database, jobs, transport, storage, clock, onError });
  const events = await openEventHub({ database, readSteps, onError });
  const officeZone = createOfficeZone(config.timeZone);
  const publishSessionEnd = (userId: string) => events.publish(userId, { type: 'session' });
  const auth = createAuth({ database, secret, clock, publishSessionEnd });
  events.onSessionEnd(auth.forgetUser);
  const notices = createNotices({
    ...{ database, jobs, mailer, events, address, officeZone, clock, secret, onError },
    network: pushNetwork,
    contact: `mailto:${config.mailFrom.address}`,
  });
  const model = config.llm && createLanguageModel(config.llm);
  const attempts = { shared: createSharedCounts(database, clock), clock, onError };
  return {
    config,
    database,
    clock,
    officeZone,
    auth,
    attempts,
    addressLimits: createAddressLimits({ fixed: config.addressLimit, clock, count: countAccounts }),
    guestMails: limitGuestMails(attempts),
    storage,
    links: createVideoLinks({ secret, clock, isSessionAlive: auth.isAlive }),
    fileLinks: createSignedLinks({ secret, clock, isSessionAlive: auth.isAlive }),
    events,
    jobs,
    mailer,
    notices,
    pushNetwork,
    reminders: createReminders({ database, notices, mailer, address, officeZone, clock }),
    analysis: createAnalysis({ database, jobs, events, model, onError }),
    passwordLinks: createPasswordLinks({ mailer, address, clock }),
    speech: openSpeech(config),
    model,
    address,
    recentErrors,
    secret,
    closeSecret,
    canProcess: async () => config.role === 'api' || (await findMediaTools(config.tools)) !== undefined,
    stopping: new Stopping(),
    warnOfProxy: (proxy) =>
      say(`Прокси ${proxy} называет адреса пользователей, но сервер ему не верит: задайте TRUST_PROXY=${proxy}`),
  };
}

/** If both are set, the model on this machine is used, so that no sound leaves it. */
function openSpeech({ speechModel, transcribe }: Config): SpeechService | undefined {
  if (speechModel !== undefined) return createEmbeddedSpeech(speechModel);
  return transcribe && createSpeechService(transcribe);
}
