import type { OfficeZone } from '#server/modules/identity/index.ts';
import type { Notices } from '#server/modules/notices/index.ts';
import type { Database } from '#server/platform/db/index.ts';
import type { PublicAddress } from '#server/platform/http/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';

/** Dependencies of the reminders. */
export type ReminderDeps = {
  database: Database;
  notices: Pick<Notices, 'announce' | 'deliver'>;
  mailer: Pick<Mailer, 'postAll'>;
  address: PublicAddress;
  officeZone: OfficeZone;
  clock: () => Date;
};
