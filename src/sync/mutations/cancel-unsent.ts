import { outbox } from '../page/outbox.ts';

/**
 * Before a thing is deleted: all of it goes where the server never had it. Resolves whether nothing is left to delete.
 * What something else was made from goes to the server first, unless it was refused there.
 */
export async function cancelUnsent(id: string): Promise<boolean> {
  const own = outbox.list().filter(({ subject }) => subject === id);
  const made = own.find(({ creates, state }) => creates === id && (state === 'waiting' || state === 'failed'));
  if (made && (made.state === 'failed' || !isNeeded(made.id, id)) && (await outbox.cancel(made.id))) return true;
  await forgetRefusedDeletion(id);
  return false;
}

/** A deletion that was refused before makes room for the one that is asked for now. */
export async function forgetRefusedDeletion(id: string): Promise<void> {
  const refused = outbox.list().filter((row) => row.subject === id && row.request.method === 'DELETE');
  for (const row of refused) if (row.state === 'failed') await outbox.discard(row.id);
}

function isNeeded(creation: string, id: string): boolean {
  return outbox.dependentsOf(creation).some(({ subject }) => subject !== id);
}
