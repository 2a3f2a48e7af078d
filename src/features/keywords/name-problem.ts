import { ApiError, errorWords, type OutboxRow } from '#src/sync/index.ts';

/** What to say of a refused name at its field. */
export function nameProblem(error: unknown): string {
  const { title, words } = errorWords(error);
  return (error instanceof ApiError ? error.fields.name : undefined) ?? `${title}. ${words}`;
}

/** Why the name of a write that waits for the person was refused; undefined where it was not. */
export function refusedName({ fault }: OutboxRow): string | undefined {
  return fault ? (fault.fields.name ?? fault.message) : undefined;
}
