// Limits on attempts.

export { type AttemptCounters, type AttemptGuard, createAttemptGuard } from './attempt-guard.ts';
export { createSharedCounts, sweepAttemptCounts } from './shared-counts-repository.ts';
