import { createKeyword, renameKeyword } from '#src/data/keyword/index.ts';
import { needsPerson, type OutboxRow, resolveMutation, variablesOf } from '#src/sync/index.ts';

/** The refused write that gives this keyword its name: saving another one resolves it. */
export function refusedNaming(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.subject === id && needsPerson(row) && nameIn(row) !== undefined);
}

/** The name that a write gives; undefined of one that gives none. */
export function nameIn(row: OutboxRow): string | undefined {
  return (variablesOf(createKeyword, row) ?? variablesOf(renameKeyword, row))?.name;
}

/** Sends a refused write with this name instead. */
export async function resolveName(row: OutboxRow, name: string): Promise<void> {
  const made = variablesOf(createKeyword, row);
  if (made) await resolveMutation(createKeyword, row, { ...made, name });
  const named = variablesOf(renameKeyword, row);
  if (named) await resolveMutation(renameKeyword, row, { ...named, name });
}
