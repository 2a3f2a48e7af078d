import { uuidv7 } from 'uuidv7';
import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import { ApiError, NoRoomError, OutcomeUnknownError } from '../http/api-errors.ts';
import { type CallReply, readBody } from '../http/reply.ts';
import type { MutationAnswer } from '../outbox/send.ts';
import { outbox } from '../page/outbox.ts';
import { written } from '../page/written.ts';
import type { MutationFault, NewMutation } from '../store/outbox-row.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any kind, with its own variables and reply
type UnqueuedListener = (kind: Mutation<any, any>, variables: any, reply: any) => void;
const listeners = new Set<UnqueuedListener>();
/**
 * What left without an answer, by its content: the same again, from the form that is still open, goes as it went before,
 * under the same key and with the same ids.
 */
const unanswered = new Map<string, { key: string; mutation: NewMutation }>();

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
  const content = contentOf(asked);
  const { key, mutation } = unanswered.get(content) ?? { key: uuidv7(), mutation: asked };
  unanswered.set(content, { key, mutation });
  const answer = await outbox.sendUnqueued(mutation, key);
  if (isAnswered(answer)) unanswered.delete(content);
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
