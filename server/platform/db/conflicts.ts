import { invalidField, Problem } from '#server/platform/problem/index.ts';
import { clientId } from './client-id.ts';
import { violates } from './database-problem.ts';

type Explain = (cause: unknown) => Problem;

/** For the `.catch` of a write: turns the violation of a unique index into the error that is given for this index. */
export function conflictExplainer(known: Record<string, Explain>): (error: unknown) => never {
  return (error) => {
    for (const [index, explain] of Object.entries(known)) if (violates(error, index)) throw explain(error);
    throw error;
  };
}

export const idConflict: Explain = (cause) =>
  new Problem('id_taken', 'Запись с таким идентификатором уже есть', undefined, { cause });

/** Returns the id of a new row: the client's, or a new one. Throws a 422 if the client's is not valid (`clientId`). */
export function newId(given: string | undefined): string {
  const id = clientId(given);
  if (!id) throw invalidField('id', 'Идентификатор должен быть UUID');
  return id;
}
