// Durable jobs.

export { countJobs, countQueues, type QueueCount } from './job-counts.ts';
export { createJobs, type JobRun, type Jobs, NotYet, type Retries, type WatchJob } from './jobs.ts';
export { untilAborted } from './until-aborted.ts';
