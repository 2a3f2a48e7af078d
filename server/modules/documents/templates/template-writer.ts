import type { DocumentSource } from '#contract/printed/document-input.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import { TemplateRefusal } from './template-problems.ts';
import type { TemplateAnswer, TemplateOrder } from './template-worker.ts';

/** Each rejects with a TemplateRefusal where the template is at fault, and where the thread needs too long. */
export type TemplateWriter = {
  /** Reads a file that is to become a template, and fills it once. */
  check(template: Uint8Array): Promise<void>;
  fill(template: Uint8Array, source: DocumentSource, asker?: Asker): Promise<Uint8Array>;
  /** Filled with an invented protocol. */
  example(template: Uint8Array): Promise<Uint8Array>;
  /** The template that an office begins with. */
  sample(): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Options = { timeLimit?: number; script?: URL };

/** Somebody waits for the check, with the file at hand: what takes longer would fail on a long protocol. */
const checkLimitMs = 20_000;

const ownScript = new URL('./template-worker.ts', import.meta.url);

/** Works on templates in a thread of their own, one after another: what a file from outside costs holds up no other document. */
export function createTemplateWriter({ timeLimit = 60_000, script = ownScript }: Options = {}): TemplateWriter {
  const threads = new ThreadPool<TemplateOrder, TemplateAnswer>({
    ...{ name: 'template', script, task: 'workOnTemplate', timeLimitMs: timeLimit, idleMs: 60_000, niceness: 5 },
  });
  async function run(order: TemplateOrder, signal?: AbortSignal, asker?: Asker): Promise<Uint8Array> {
    const answer = await threads.run(order, signal, asker);
    if ('problems' in answer) throw new TemplateRefusal(answer.problems);
    return answer.file;
  }
  return {
    check: async (template) => void (await run({ kind: 'check', template }, AbortSignal.timeout(checkLimitMs))),
    fill: (template, source, asker) => run({ kind: 'fill', template, source }, undefined, asker),
    example: (template) => run({ kind: 'example', template }),
    sample: () => run({ kind: 'sample' }),
    close: () => threads.close(),
  };
}
