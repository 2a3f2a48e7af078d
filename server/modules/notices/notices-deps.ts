import type { Database, Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import type { PublicAddress } from '#server/platform/http/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import type { PushNetwork } from './push/push-network.ts';

/** Dependencies of the notices. */
export type NoticesDeps = {
  database: Database;
  jobs: Jobs;
  mailer: Mailer;
  events: Pick<EventHub, 'publish'>;
  address: PublicAddress;
  officeZone: (db: Db) => Promise<string>;
  clock: () => Date;
  secret: ServerSecret;
  network: PushNetwork;
  /** Contact address for push services. */
  contact: string;
  onError: (error: unknown) => void;
};
