import { uuidv7 } from 'uuidv7';
import type { Call } from '#contract/call.ts';
import { ApiError, NoRoomError, UnsureError } from '../http/api-errors.ts';
import type { CallReply } from '../http/reply.ts';
import type { WriteAnswer } from '../outbox/outbox-send.ts';
import { outbox } from '../page/outbox.ts';
import type { NewWrite } from '../store/outbox-row.ts';
import type { WriteKind } from './mutation.ts';
import { readKept, toApiError } from './read-reply.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any kind, with its own variables and reply
type UnkeptListener = (kind: WriteKind<any, any>, variables: any, reply: any) => void;
const listeners = new Set<UnkeptListener>();
/**
 * What left without an answer, by its content: the same again, from the form that is still open, goes as it went before,
 * under the same key and with the same ids.
 */
const unanswered = new Map<string, { key: string; write: NewWrite }>();

/** Hears of what the server took past the outbox, which could not keep it. Returns the unsubscribe. */
export function onSentUnkept(listener: UnkeptListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends at once what the device could not keep; the form stays open until it got through, and keeps what was typed.
 * Throws ApiError (refused), NoRoomError (no answer, or unsent writes have to go before it), or UnsureError (a plain
 * provider may have taken it).
 */
export async function sendUnkept<V, C extends Call>(
  kind: WriteKind<V, C>,
  asked: NewWrite,
  isFull: boolean,
): Promise<CallReply<C['reply']> | undefined> {
  const content = contentOf(asked);
  const { key, write } = unanswered.get(content) ?? { key: uuidv7(), write: asked };
  unanswered.set(content, { key, write });
  const answer = await outbox.sendUnkept(write, key);
  if (isAnswered(answer)) unanswered.delete(content);
  switch (answer.kind) {
    case 'sent': {
      const reply = await readKept(kind.call, answer.reply);
      for (const listener of listeners) listener(kind, write.variables, reply);
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
      throw new UnsureError('no answer, and nobody knows what became of it');
    default:
      throw new NoRoomError(
        'not kept, and not sent either',
        answer.kind === 'held' ? 'held' : isFull ? 'full' : 'broken',
      );
  }
}

/** Whether the key has done its part. Without an answer only the same key tells the server that it is the same write. */
function isAnswered({ kind }: { kind: WriteAnswer['kind'] | 'held' }): boolean {
  return kind !== 'no-answer' && kind !== 'busy';
}

/** What is asked, whatever id the form gave to what it makes. */
function contentOf({ request, creates }: NewWrite): string {
  const { method, path, body, form } = request;
  const parts = form?.map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]);
  const text = JSON.stringify([method, path, body, parts]);
  return creates === undefined ? text : text.replaceAll(creates, '');
}
