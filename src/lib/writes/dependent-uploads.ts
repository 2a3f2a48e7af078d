import type { OutboxRow } from '#src/offline/outbox-row.ts';
import type { UploadView } from '#src/offline/upload-view.ts';
import { isUnsent } from '../queue-count.ts';

/** The videos that cannot be sent without this write: those of the protocol that it makes. */
export function dependentUploads({ creates }: OutboxRow, uploads: readonly UploadView[]): UploadView[] {
  return uploads.filter((upload) => upload.protocolId === creates && isUnsent(upload));
}
