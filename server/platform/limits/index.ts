// Limits on attempts.

export { createAttemptGuard } from './attempt-guard.ts';
