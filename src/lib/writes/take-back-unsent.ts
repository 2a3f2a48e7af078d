import { outbox } from '../outbox.ts';

/**
 * Before a thing is deleted: what was refused of it goes, and all of it where the server never had it. Resolves whether
 * nothing is left to delete. What something else was made from goes to the server first, unless it was refused there.
 */
export async function takeBackUnsent(id: string): Promise<boolean> {
  const own = outbox.list().filter(({ subject }) => subject === id);
  const made = own.find(({ creates, state }) => creates === id && (state === 'waiting' || state === 'failed'));
  if (made && (made.state === 'failed' || !isNeeded(made.id, id)) && (await outbox.takeBack(made.id))) return true;
  for (const row of own) if (row.state === 'failed') await outbox.discard(row.id);
  return false;
}

function isNeeded(creation: string, id: string): boolean {
  return outbox.dependentsOf(creation).some(({ subject }) => subject !== id);
}
