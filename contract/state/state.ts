import * as z from 'zod/mini';
import { int, maybe, paging, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** Parts of the server that an administrator can test: its connections, and what it stands on. */
export const testedParts = ['mail', 'speech', 'model', 'storage', 'disk', 'jobs', 'backup'] as const;
export type TestedPart = (typeof testedParts)[number];

/** `address` is at most a host and a port, never a password or a key. */
const connection = z.looseObject({ connected: z.boolean(), address: maybe(string) });

/**
 * A speech recognition model in a folder of the server, or its problem. `speed`: recent seconds of sound per second;
 * `memory`: bytes that it uses. `russian`: made for Russian only. `marks`: writes punctuation and capitals by itself.
 */
const speechModel = z.looseObject({
  folder: z.string(),
  problem: maybe(string),
  name: maybe(string),
  kind: maybe(string),
  size: maybe(int),
  licence: maybe(string),
  russian: maybe(z.boolean()),
  marks: maybe(z.boolean()),
  vad: maybe(z.boolean()),
  speed: maybe(z.number()),
  memory: maybe(int),
});

/** GET /state: the state of the server, for administrators. Sizes in bytes, times in ISO 8601. */
export const serverState = z.looseObject({
  version: z.string(),
  started_at: z.string(),
  database: z.looseObject({ kind: z.enum(['embedded', 'postgres']), size: int }),
  /** Disk of the data folder. */
  disk: z.looseObject({ free: int, total: int }),
  storage: z.looseObject({ kind: z.enum(['folder', 's3']), address: maybe(string) }),
  /** `waiting` mails are still being retried; `failed` and `stored` are those of the last seven days. */
  mail: z.looseObject({
    ...connection.shape,
    from: z.string(),
    waiting: int,
    failed: int,
    stored: int,
    last_sent_at: maybe(string),
    last_failure: maybe(z.looseObject({ at: z.string(), words: z.string() })),
  }),
  speech: z.looseObject({ ...connection.shape, model: maybe(speechModel) }),
  model: connection,
  /** Whether the programs that read videos are installed. */
  media: z.boolean(),
  /**
   * Memory limit in bytes of each program that reads recordings, and the maximum of each step in the last seven days.
   */
  processing: maybe(
    z.looseObject({
      most_memory: int,
      steps: z.array(z.looseObject({ step: z.string(), seconds: z.number(), memory: z.number() })),
    }),
  ),
  /** `failed`: jobs that were given up in the last seven days. */
  jobs: z.looseObject({ waiting: int, running: int, failed: int }),
  /** The last backup made on this machine, if any; `place` contains no keys. */
  backup: maybe(z.looseObject({ at: z.string(), place: z.string() })),
  people: int,
  /** Whether an administrator has named the organization. */
  organization: z.boolean(),
  /** The last errors of this process, newest first. */
  errors: z.array(z.looseObject({ at: z.string(), where: z.string(), words: z.string() })),
});
export type ServerState = z.infer<typeof serverState>;

export const mailStates = ['failed', 'waiting', 'stored'] as const;
export type MailState = (typeof mailStates)[number];
export const jobStates = ['failed', 'waiting', 'running'] as const;
export type JobState = (typeof jobStates)[number];

/** GET /state/mails and /state/jobs: those that a figure of the state counts, the newest first. */
export const stateMailsQuery = z.object({ ...paging.shape, state: z.enum(mailStates) });
export const stateJobsQuery = z.object({ ...paging.shape, state: z.enum(jobStates) });

/** A mail without what it says: its subject may name a meeting or a task, so that but its kind is told. */
export const stateMail = z.looseObject({ id, to: z.string(), kind: z.string(), at: z.string(), words: maybe(string) });

export const stateJob = z.looseObject({ id, queue: z.string(), at: z.string(), words: maybe(string) });

/** How long one of them may take before it counts as failed. Milliseconds. */
export const testMs = 40_000;

/** POST /state/tests. */
export const testAsked = z.object({ part: z.enum(testedParts) });

/** Result of a test, in Russian. */
export const testResult = z.looseObject({ works: z.boolean(), words: z.string() });
export type TestResult = z.infer<typeof testResult>;
