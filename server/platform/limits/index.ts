// Limits on attempts.

export { type AttemptCounters, createAttemptGuard } from './attempt-guard.ts';
export { createSharedCounts, sweepAttemptCounts } from './shared-counts-repository.ts';
