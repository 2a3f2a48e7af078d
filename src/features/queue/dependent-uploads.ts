import type { OutboxRow, UploadView } from '#src/sync/index.ts';
import { isUnsent } from './queue-count.ts';

/** The videos that cannot be sent without this write: those of the protocol that it makes. */
export function dependentUploads({ creates }: OutboxRow, uploads: readonly UploadView[]): UploadView[] {
  return uploads.filter((upload) => upload.protocolId === creates && isUnsent(upload));
}
