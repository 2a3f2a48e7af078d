import { clientId } from '#server/platform/db/index.ts';
import { violates } from './database-problem.ts';
import { ApiError, invalidField } from './errors.ts';

type Explain = (cause: unknown) => ApiError;

/** For the `.catch` of a write: what a unique index that holds its values already means to the caller, index → words. */
export function explainTaken(known: Record<string, Explain>): (error: unknown) => never {
  return (error) => {
    for (const [index, explain] of Object.entries(known)) if (violates(error, index)) throw explain(error);
    throw error;
  };
}

export const idTaken: Explain = (cause) =>
  new ApiError(409, 'id_taken', 'Запись с таким идентификатором уже есть', undefined, { cause });

/** The id of a new row: the client's, or ours; a 422 where it cannot be one. */
export function newId(given: string | undefined): string {
  const id = clientId(given);
  if (!id) throw invalidField('id', 'Идентификатор должен быть UUID');
  return id;
}
