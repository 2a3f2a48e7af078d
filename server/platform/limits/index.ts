// Limits on attempts.

export { type Attempts, createAttemptGuard } from './attempt-guard.ts';
export { createSharedCounts, sweepAttemptCounts } from './shared-counts-repository.ts';
