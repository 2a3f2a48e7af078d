import { calls } from '#contract/calls.ts';
import type { ImportResult, ImportRow, ImportVerdict } from '#contract/people-import.ts';
import { api } from '#src/sync/index.ts';

/** What would become of each row of a table. */
export async function previewImport(rows: ImportRow[]): Promise<ImportVerdict[]> {
  return (await api(calls.previewImport, { body: { rows } })).rows;
}

/** Adds the people of a table who are not there yet. The same table sent again adds nobody twice. */
export function importPeople(rows: ImportRow[], invite: boolean): Promise<ImportResult> {
  return api(calls.importUsers, { body: { rows, invite } });
}
