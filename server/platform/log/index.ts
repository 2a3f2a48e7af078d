// The log, and errors in words.

export { errorText, safeError } from './error-text.ts';
export { type LogLevel, loggerOptions, logLevels } from './logger.ts';
export { createRecentErrors, type RecentErrors } from './recent-errors.ts';
