import { uuidv7 } from 'uuidv7';
import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import { ApiError, NoRoomError, OutcomeUnknownError } from '../http/api-errors.ts';
import { type CallReply, readBody } from '../http/reply.ts';
import { alreadyThere, type MutationAnswer } from '../outbox/send.ts';
import { ignoringUnknownReply } from '../page/ignoring-unknown-reply.ts';
import { outbox } from '../page/outbox.ts';
import { session } from '../page/session.ts';
import type { MutationFault, NewMutation } from '../store/outbox-row.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any kind, with its own variables and reply
type UnqueuedListener = (kind: Mutation<any, any>, variables: any, reply: any) => void;
const listeners = new Set<UnqueuedListener>();

/** One or more tries of the same mutation under one key. */
interface Attempt {
  key: string;
  mutation: NewMutation;
  ownerId: string | null;
}

type UnqueuedAnswer = MutationAnswer | { kind: 'blocked' };

/**
 * Unanswered attempts by their content. When the form, which is still open, sends the same content again, it is sent
 * under the same key and with the same ids.
 */
const unanswered = new Map<string, Attempt>();

/**
 * Subscribes to mutations that the server took directly, since the outbox could not keep them. Returns the unsubscribe.
 */
export function onSentUnqueued(listener: UnqueuedListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends at once a mutation that the device could not keep; the form stays open until it succeeds, and keeps its input.
 * Throws ApiError (refused), NoRoomError (no answer, or unsent mutations have to go first), or OutcomeUnknownError (a
 * plain provider may have taken it).
 */
export async function sendUnqueued<V, C extends Call>(
  kind: Mutation<V, C>,
  mutation: NewMutation,
  isFull: boolean,
): Promise<CallReply<C['reply']> | undefined> {
  const attempt = await attemptFor(mutation);
  const answer = await outbox.sendUnqueued(attempt.mutation, attempt.key);
  forgetSettled(attempt, answer);
  if (isIdTaken(answer)) throw takenByOther(kind, attempt);
  return replyOrThrow(kind, attempt.mutation, answer, isFull);
}

/** Marks a creation that is to be queued after an unanswered attempt with other content: the server may have that. */
export function withMark(mutation: NewMutation): NewMutation {
  const content = contentOf(mutation);
  const { creates } = mutation;
  const isTried = ([other, each]: [string, Attempt]) => other !== content && each.mutation.creates === creates;
  return creates !== undefined && [...unanswered].some(isTried) ? { ...mutation, rekeyed: true } : mutation;
}

/** Returns the attempt of the same content that got no answer, or a new one. */
async function attemptFor(mutation: NewMutation): Promise<Attempt> {
  const ownerId = await session.owner();
  forget((each) => each.ownerId !== ownerId);
  const content = contentOf(mutation);
  const attempt = unanswered.get(content) ?? { key: uuidv7(), mutation, ownerId };
  unanswered.set(content, attempt);
  return attempt;
}

/** Forgets the attempts that need no repeat under their key, by what the answer to one of them says. */
function forgetSettled(attempt: Attempt, answer: UnqueuedAnswer): void {
  if (!needsSameKey.has(answer.kind)) forget((each) => each === attempt);
  // Only the answer to its own key tells which of the rivals created the thing.
  if (isIdTaken(answer)) return;
  const isCreation = attempt.mutation.creates !== undefined;
  // A confirmed creation ends all its rivals, an unanswered one none: any of them may have reached the server. A change
  // ends the earlier ones as soon as it may have been taken: the server would only repeat its answer to an earlier key,
  // and not apply that change again.
  if (isCreation ? answer.kind === 'sent' : mayHaveTaken.has(answer.kind)) forget((each) => isRival(each, attempt));
}

/**
 * Returns the refusal of a creation whose id is taken. Had this key created the thing, the server would have repeated
 * its first answer: so another version of the same form was saved. The page is notified of that one, whose answer was
 * lost.
 */
function takenByOther<V, C extends Call>(kind: Mutation<V, C>, attempt: Attempt): ApiError {
  const rival = [...unanswered.values()].find((each) => isRival(each, attempt));
  if (rival) notifyListeners(kind, rival.mutation, undefined);
  return new ApiError({ status: 409, code: 'id_taken', message: alreadyThere });
}

/** Resolves with the reply for the form, or throws the error that it shows. */
async function replyOrThrow<V, C extends Call>(
  kind: Mutation<V, C>,
  mutation: NewMutation,
  answer: UnqueuedAnswer,
  isFull: boolean,
): Promise<CallReply<C['reply']> | undefined> {
  switch (answer.kind) {
    case 'sent': {
      const reply = await parseReply(kind.call, answer.reply);
      notifyListeners(kind, mutation, reply);
      return reply;
    }
    case 'refused':
    case 'conflict':
      throw toApiError(answer.fault);
    case 'busy':
      throw new ApiError({ status: 503, code: 'unavailable', message: 'Сервер сейчас занят. Повторите чуть позже.' });
    case 'signed-out':
      throw new ApiError({ status: 401, code: 'unauthorized', message: 'Сессия закончилась. Войдите снова.' });
    case 'outcome-unknown':
      throw new OutcomeUnknownError('no answer, and nobody knows what became of it');
    default:
      throw new NoRoomError(
        'not kept, and not sent either',
        answer.kind === 'blocked' ? 'blocked' : isFull ? 'full' : 'broken',
      );
  }
}

const mayHaveTaken: ReadonlySet<UnqueuedAnswer['kind']> = new Set(['sent', 'no-answer', 'busy', 'outcome-unknown']);

/** Answers after which only the same key tells the server that a repeat is the same mutation. */
const needsSameKey: ReadonlySet<UnqueuedAnswer['kind']> = new Set(['no-answer', 'busy']);

function isIdTaken(answer: UnqueuedAnswer): boolean {
  return answer.kind === 'sent' && answer.idTaken === true;
}

/** Whether both attempts write the same thing with different content. */
function isRival(each: Attempt, attempt: Attempt): boolean {
  return each.key !== attempt.key && each.mutation.subject === attempt.mutation.subject;
}

function forget(isOver: (each: Attempt) => boolean): void {
  for (const [content, each] of unanswered) if (isOver(each)) unanswered.delete(content);
}

// biome-ignore lint/suspicious/noExplicitAny: of any kind
function notifyListeners(kind: Mutation<any, any>, { variables }: NewMutation, reply: unknown): void {
  for (const listener of listeners) listener(kind, variables, reply);
}

/** Returns the content of a mutation without the id that the form gave to what it creates. */
function contentOf({ request, creates }: NewMutation): string {
  const { method, path, body, form } = request;
  const parts = form?.map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]);
  const text = JSON.stringify([method, path, body, parts]);
  return creates === undefined ? text : text.replaceAll(creates, '');
}

/** Parses the reply of a mutation, which may have come to another tab or to the worker, by its call. */
export async function parseReply<C extends Call>(call: C, reply: unknown): Promise<CallReply<C['reply']> | undefined> {
  if (reply === undefined) return undefined;
  const read = Promise.resolve().then(() => readBody(call, {}, reply));
  // readBody reads by the call's own description of its reply.
  return (await ignoringUnknownReply(read)) as CallReply<C['reply']> | undefined;
}

/** Returns the refusal of a mutation as the error that a screen shows. */
export function toApiError({ status, code, message, serverMessage, fields, current }: MutationFault): ApiError {
  return new ApiError({ status, code, message, serverMessage, fields, current });
}
