// Durable jobs.

export { countJobs, countQueues, isJobDone, listJobs } from './job-counts.ts';
export { createJobs, type JobRun, type Jobs, NotYet, type Retries } from './jobs.ts';
export { untilAborted } from './until-aborted.ts';
