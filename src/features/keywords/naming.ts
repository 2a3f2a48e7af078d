import type { Keyword } from '#contract/keyword.ts';
import { createKeyword, renameKeyword } from '#src/data/keyword/index.ts';
import { ApiError, errorWords, needsPerson, type OutboxRow, resolveMutation, variablesOf } from '#src/sync/index.ts';

/** What a keyword is called, also where a provider sends no name. */
export function keywordName({ id, name }: Keyword): string {
  return name?.trim() || `Ключевое слово ${id}`;
}

/** The refused mutation that gives this keyword its name: saving another one resolves it. */
export function refusedNaming(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.subject === id && needsPerson(row) && nameIn(row) !== undefined);
}

/** The name that a mutation gives; undefined of one that gives none. */
export function nameIn(row: OutboxRow): string | undefined {
  return (variablesOf(createKeyword, row) ?? variablesOf(renameKeyword, row))?.name;
}

/** Sends a refused mutation with this name instead. */
export async function resolveName(row: OutboxRow, name: string): Promise<void> {
  const made = variablesOf(createKeyword, row);
  if (made) await resolveMutation(createKeyword, row, { ...made, name });
  const named = variablesOf(renameKeyword, row);
  if (named) await resolveMutation(renameKeyword, row, { ...named, name });
}

/** What to say of a refused name at its field. */
export function nameProblem(error: unknown): string {
  const { title, words } = errorWords(error);
  return (error instanceof ApiError ? error.fields.name : undefined) ?? `${title}. ${words}`;
}

/** Why the name of a mutation that waits for the person was refused; undefined where it was not. */
export function refusedName({ fault }: OutboxRow): string | undefined {
  return fault ? (fault.fields.name ?? fault.message) : undefined;
}
