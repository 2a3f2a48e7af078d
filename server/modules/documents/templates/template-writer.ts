import type { DocumentSource } from '#contract/documents/printed/document-input.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import { TemplateRefusal } from './template-problems.ts';
import type { TemplateAnswer, TemplateOrder } from './template-worker.ts';

/**
 * Each method rejects with a TemplateRefusal if the template is at fault, and with another error if the thread takes
 * too long.
 */
export type TemplateWriter = {
  /** Reads a file that is to become a template, and fills it once as a test. */
  check(template: Uint8Array): Promise<void>;
  fill(template: Uint8Array, source: DocumentSource, asker?: Asker): Promise<Uint8Array>;
  /** Returns the template filled with an invented protocol. */
  example(template: Uint8Array): Promise<Uint8Array>;
  /** Returns the sample template for a new office. */
  sample(): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Options = { timeLimit?: number; script?: URL };

/** A person waits for the check; a template that takes longer would fail on a long protocol. */
const checkLimitMs = 20_000;

const ownScript = new URL('./template-worker.ts', import.meta.url);

/** Works on templates in a separate thread, one at a time, so that an uploaded file cannot hold up other documents. */
export function createTemplateWriter({ timeLimit = 60_000, script = ownScript }: Options = {}): TemplateWriter {
  const threads = new ThreadPool<TemplateOrder, TemplateAnswer>({
    ...{ name: 'template', script, task: 'workOnTemplate', idleMs: 60_000, niceness: 5 },
    timeLimitMs: ({ kind }) => (kind === 'check' ? checkLimitMs : timeLimit),
  });
  async function run(order: TemplateOrder, asker?: Asker): Promise<Uint8Array> {
    const answer = await threads.run(order, undefined, asker);
    if ('problems' in answer) throw new TemplateRefusal(answer.problems);
    return answer.file;
  }
  return {
    check: async (template) => void (await run({ kind: 'check', template })),
    fill: (template, source, asker) => run({ kind: 'fill', template, source }, asker),
    example: (template) => run({ kind: 'example', template }),
    sample: () => run({ kind: 'sample' }),
    close: () => threads.close(),
  };
}
