import { calls } from '#contract/calls.ts';
import type { ImportResult, ImportRow, ImportVerdict } from '#contract/identity/people-import.ts';
import { api } from '#src/sync/index.ts';

/** Returns what an import would do with each row of a table. */
export async function previewImport(rows: ImportRow[]): Promise<ImportVerdict[]> {
  return (await api(calls.previewImport, { body: { rows } })).rows;
}

/** Adds the people of a table who do not exist yet, so that a repeated import adds nobody twice. */
export function importPeople(rows: ImportRow[], invite: boolean): Promise<ImportResult> {
  return api(calls.importUsers, { body: { rows, invite } });
}
