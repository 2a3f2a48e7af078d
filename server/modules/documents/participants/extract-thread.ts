import type { Member } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import { type ExtractOrder, printedMembers } from './extract-people.ts';

const script = new URL('./extract-people.ts', import.meta.url);
/** Not the document thread: who opens a page waits for no PDF of others. */
const threads = new ThreadPool<ExtractOrder, Member[]>({
  ...{ name: 'extract', script, task: 'printedMembers', size: 2, timeLimitMs: 60_000, idleMs: 60_000 },
});
/** Extracts of a protocol up to this length are built in some milliseconds, which is less than starting a thread takes. */
const fewCharacters = 20_000;

/** Returns the reduced protocol with the members that its extracts print; long ones are built off the event loop. */
export async function withPrintedMembers(order: ExtractOrder, asker: Asker): Promise<Protocol> {
  const isShort = JSON.stringify(order).length <= fewCharacters;
  return { ...order.protocol, members: isShort ? printedMembers(order) : await threads.run(order, undefined, asker) };
}
