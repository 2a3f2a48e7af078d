import { store } from '#src/sync/page/store.ts';
import type { NewMutation, OutboxRow } from '#src/sync/store/outbox-row.ts';

/** A write as a screen hands it over: by default a new keyword. */
export function aWrite(change: Partial<NewMutation> = {}): NewMutation {
  const id = change.subject ?? crypto.randomUUID();
  return {
    kind: 'keyword.create',
    scope: `keyword:${id}`,
    subject: id,
    creates: id,
    title: 'Новое ключевое слово «срок»',
    variables: { id, name: 'срок' },
    request: { method: 'POST', path: '/keywords', body: { id, name: 'срок' }, extras: ['id'] },
    ...change,
  };
}

/** Keeps writes on the device as an earlier visit of this person left them. Call before the app opens. */
export async function keepRows(
  ownerId: string,
  rows: readonly (Partial<OutboxRow> & { title: string })[],
): Promise<OutboxRow[]> {
  await store.changeOutbox(ownerId, () => ({
    add: rows.map((row) => ({ ...untouched, ...aWrite(row), ...row, id: crypto.randomUUID(), ownerId })),
  }));
  return store.unsentMutations(ownerId);
}

const untouched = {
  state: 'waiting',
  begun: false,
  attempt: 0,
  nextAttemptAt: null,
  fault: null,
  createdAt: 1,
} as const;
