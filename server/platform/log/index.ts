// The log, and errors in words.

export { errorText } from './error-text.ts';
export { loggerOptions } from './logger.ts';
export { createRecentErrors, type RecentErrors } from './recent-errors.ts';
