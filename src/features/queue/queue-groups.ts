import type { OutboxRow, UploadView } from '#src/sync/index.ts';
import { isUnsent } from './queue-count.ts';

/** What the unsent things of a group belong to. */
export type QueueOwner = { kind: 'protocol' | 'meeting'; id: string } | { kind: 'keywords' | 'profile' | 'other' };

/** Unsent changes and videos that belong together, in the order in which they are sent. */
export interface QueueGroup {
  key: string;
  owner: QueueOwner;
  writes: OutboxRow[];
  uploads: UploadView[];
}

/**
 * Groups unsent things by owner: a protocol with its agenda, tasks, members and video; a meeting; the keywords; the
 * profile. Groups are ordered by their first mutation; `currentId` resolves an id that the provider replaced.
 */
export function groupQueue(
  writes: readonly OutboxRow[],
  uploads: readonly UploadView[],
  currentId: (id: string) => string,
): QueueGroup[] {
  const groups = new Map<string, QueueGroup>();
  const groupOf = (owner: QueueOwner): QueueGroup => {
    const key = 'id' in owner ? `${owner.kind}:${owner.id}` : owner.kind;
    const group = groups.get(key) ?? { key, owner, writes: [], uploads: [] };
    groups.set(key, group);
    return group;
  };
  for (const row of writes) if (row.state !== 'sent') groupOf(ownerOf(row, currentId)).writes.push(row);
  for (const upload of uploads) {
    if (isUnsent(upload)) groupOf({ kind: 'protocol', id: currentId(upload.protocolId) }).uploads.push(upload);
  }
  return [...groups.values()];
}

function ownerOf({ kind, scope }: OutboxRow, currentId: (id: string) => string): QueueOwner {
  const [, noun, id] = /^(protocol|meeting):(.+)$/.exec(scope) ?? [];
  if (id !== undefined && (noun === 'protocol' || noun === 'meeting')) return { kind: noun, id: currentId(id) };
  if (kind.startsWith('keyword.')) return { kind: 'keywords' };
  return { kind: kind.startsWith('profile.') ? 'profile' : 'other' };
}
