import { safeError } from './error-text.ts';

/** `where`: what was being done, such as «GET /api/protocols/:id»; `words`: the error without values of queries. */
export type RecentError = { at: string; where: string; words: string };

export interface RecentErrors {
  note(error: unknown, where: string): void;
  /** Newest first. */
  list(): RecentError[];
}

const maxErrors = 20;
const longestWords = 500;

/** Keeps the last errors of this process for administrators; the log has all of them. */
export function createRecentErrors(clock: () => Date): RecentErrors {
  const errors: RecentError[] = [];
  return {
    note(error, where) {
      const { type, message } = safeError(error);
      const words = `${type}: ${message}`.replace(/\s+/g, ' ').slice(0, longestWords);
      errors.unshift({ at: clock().toISOString(), where, words });
      errors.length = Math.min(errors.length, maxErrors);
    },
    list: () => [...errors],
  };
}
