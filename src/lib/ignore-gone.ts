import { ApiError } from './api-errors.ts';

/** What was deleted elsewhere, or by an answer that was lost, is deleted all the same. */
export function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
