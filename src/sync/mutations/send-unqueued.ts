import { uuidv7 } from 'uuidv7';
import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import { ApiError, NoRoomError, OutcomeUnknownError } from '../http/api-errors.ts';
import { type CallReply, readBody } from '../http/reply.ts';
import type { MutationAnswer } from '../outbox/send.ts';
import { outbox } from '../page/outbox.ts';
import { session } from '../page/session.ts';
import { written } from '../page/written.ts';
import type { MutationFault, NewMutation } from '../store/outbox-row.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any kind, with its own variables and reply
type UnqueuedListener = (kind: Mutation<any, any>, variables: any, reply: any) => void;
const listeners = new Set<UnqueuedListener>();
interface Unanswered {
  key: string;
  mutation: NewMutation;
  ownerId: string | null;
}

/**
 * What left without an answer, by its content: the same again, from the form that is still open, goes as it went before,
 * under the same key and with the same ids. Not so once something else became of the same thing: the key would only bring
 * back the first answer.
 */
const unanswered = new Map<string, Unanswered>();

/** Hears of what the server took past the outbox, which could not keep it. Returns the unsubscribe. */
export function onSentUnqueued(listener: UnqueuedListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends at once what the device could not keep; the form stays open until it got through, and keeps what was typed. Throws
 * ApiError (refused), NoRoomError (no answer, or unsent mutations have to go before it), or OutcomeUnknownError (a plain
 * provider may have taken it).
 */
export async function sendUnqueued<V, C extends Call>(
  kind: Mutation<V, C>,
  asked: NewMutation,
  isFull: boolean,
): Promise<CallReply<C['reply']> | undefined> {
  const ownerId = await session.owner();
  drop((each) => each.ownerId !== ownerId);
  const content = contentOf(asked);
  const before = unanswered.get(content);
  const { key, mutation } = before ?? { key: uuidv7(), mutation: asked };
  const isRival = (each: Unanswered) => each.key !== key && each.mutation.subject === mutation.subject;
  unanswered.set(content, { key, mutation, ownerId });
  const answer = await outbox.sendUnqueued(mutation, key);
  if (isAnswered(answer)) unanswered.delete(content);
  if (answer.kind === 'sent' && answer.idTaken) {
    // Its own key would have brought the first answer: other words of the same form got there, and nobody shows them yet.
    const [rival] = [...unanswered.values()].filter(isRival);
    if (rival) for (const listener of listeners) listener(kind, rival.mutation.variables, undefined);
    throw new ApiError({ status: 409, code: 'id_taken', message: alreadyThere });
  }
  // Without an answer any of the tries to create it may be the one that got there.
  const isOver = mutation.creates === undefined ? mayHaveTaken.has(answer.kind) : answer.kind === 'sent';
  if (isOver) drop(isRival);
  switch (answer.kind) {
    case 'sent': {
      const reply = await readKept(kind.call, answer.reply);
      for (const listener of listeners) listener(kind, mutation.variables, reply);
      return reply;
    }
    case 'refused':
    case 'conflict':
      throw toApiError(answer.fault);
    case 'busy':
      throw new ApiError({ status: 503, code: 'unavailable', message: 'Сервер сейчас занят. Повторите чуть позже.' });
    case 'signed-out':
      throw new ApiError({ status: 401, code: 'unauthorized', message: 'Сессия закончилась. Войдите снова.' });
    case 'unsure':
      throw new OutcomeUnknownError('no answer, and nobody knows what became of it');
    default:
      throw new NoRoomError(
        'not kept, and not sent either',
        answer.kind === 'held' ? 'held' : isFull ? 'full' : 'broken',
      );
  }
}

const alreadyThere =
  'В прежнем виде это уже сохранено: ответ сервера не дошёл. Закройте форму и внесите изменения заново.';

const mayHaveTaken: ReadonlySet<string> = new Set<MutationAnswer['kind']>(['sent', 'no-answer', 'busy', 'unsure']);

function drop(isOver: (each: Unanswered) => boolean): void {
  for (const [content, each] of unanswered) if (isOver(each)) unanswered.delete(content);
}

/** Whether the key has done its part. Without an answer only the same key tells the server that it is the same mutation. */
function isAnswered({ kind }: { kind: MutationAnswer['kind'] | 'held' }): boolean {
  return kind !== 'no-answer' && kind !== 'busy';
}

/** What is asked, whatever id the form gave to what it makes. */
function contentOf({ request, creates }: NewMutation): string {
  const { method, path, body, form } = request;
  const parts = form?.map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]);
  const text = JSON.stringify([method, path, body, parts]);
  return creates === undefined ? text : text.replaceAll(creates, '');
}

/** The reply of a mutation, which may have come to another tab or to the worker, read by its call. */
export async function readKept<C extends Call>(call: C, reply: unknown): Promise<CallReply<C['reply']> | undefined> {
  if (reply === undefined) return undefined;
  const read = Promise.resolve().then(() => readBody(call, {}, reply));
  // readBody reads by the call's own description of its reply.
  return (await written(read)) as CallReply<C['reply']> | undefined;
}

/** The refusal of a mutation as a screen tells it. */
export function toApiError({ status, code, message, serverMessage, fields, current }: MutationFault): ApiError {
  return new ApiError({ status, code, message, serverMessage, fields, current });
}
