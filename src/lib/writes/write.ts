import type { Call } from '#contract/call.ts';
import type { OpenForm } from '#src/offline/outbox-forms.ts';
import type { NewWrite, WriteFault } from '#src/offline/outbox-row.ts';
import { StorageFullError } from '#src/offline/store.ts';
import { api } from '../api.ts';
import { ApiError, NetworkError, NoRoomError } from '../api-errors.ts';
import { formDataOf } from '../form-data.ts';
import { outbox } from '../outbox.ts';
import { type CallReply, readReply } from '../reply.ts';
import type { CallInput } from '../request.ts';
import { written } from '../written.ts';
import { requestOf } from './request-of.ts';
import type { PreparedWrite, WriteKind } from './write-kind.ts';

/** `kept`: it is safe on this device and goes out by itself. `reply` is undefined where the answer has its own shape. */
export type Written<C extends Call> =
  | { kept: true; reply?: undefined }
  /** `missed`: what should have followed and did not get through, in the words of the queue. */
  | { kept: false; reply: CallReply<C['reply']> | undefined; missed?: string[] };

export interface WriteOptions {
  /** The form that takes a refusal back as long as it is open. */
  form?: OpenForm;
  /** Unsent writes that were laid into what the person changed. */
  laid?: readonly string[] | undefined;
  /** What belongs to it and is kept in the same step, all or none: the members of a new protocol. */
  following?: readonly Following[];
}

export interface Following {
  // biome-ignore lint/suspicious/noExplicitAny: each with variables of its own kind
  kind: WriteKind<any>;
  variables: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: of any kind, with its own variables and reply
type UnkeptListener = (kind: WriteKind<any, any>, variables: any, reply: any) => void;
const unkeptListeners = new Set<UnkeptListener>();

/** Hears of what the server took past the outbox, which had no room for it. Returns the unsubscribe. */
export function onSentUnkept(listener: UnkeptListener): () => void {
  unkeptListeners.add(listener);
  return () => unkeptListeners.delete(listener);
}

/**
 * Writes through the outbox: kept on the device first, then sent. Throws ApiError when the server refuses it and its
 * form is still open; a refusal that comes later waits in the queue. A device that is full sends it at once, unkept.
 */
export async function write<V, C extends Call>(
  kind: WriteKind<V, C>,
  variables: V,
  { form, laid, following = [] }: WriteOptions = {},
): Promise<Written<C>> {
  const prepared = kind.prepare(variables);
  try {
    const others = following.map((each) => newWrite(each.kind, each.variables, each.kind.prepare(each.variables)));
    const outcome = await outbox.write({ ...newWrite(kind, variables, prepared), laid }, form, others);
    if (outcome.kind === 'kept') return { kept: true };
    if (outcome.kind === 'refused') throw toApiError(outcome.fault);
    return { kept: false, reply: await readKept(kind.call, outcome.reply) };
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    // The form stays open until it got through, and keeps what was typed.
    const input = inputOf(kind.call, prepared) as CallInput<C>;
    const reply = await written(api(kind.call, input)).catch((cause: unknown) => {
      throw cause instanceof NetworkError ? new NoRoomError('no room and no answer', { cause }) : cause;
    });
    for (const listener of unkeptListeners) listener(kind, variables, reply);
    const missed: string[] = [];
    for (const each of following) {
      await write(each.kind, each.variables).catch(() => missed.push(each.kind.prepare(each.variables).title));
    }
    return { kept: false, reply, missed };
  }
}

/** The write as the outbox keeps it. */
export function newWrite<V, C extends Call>(kind: WriteKind<V, C>, variables: V, prepared: PreparedWrite): NewWrite {
  const { scope, subject, creates, brings, title } = prepared;
  return { kind: kind.name, scope, subject, creates, brings, title, variables, request: requestOf(kind, prepared) };
}

function inputOf(call: Call, { params, body, files }: PreparedWrite): Record<string, unknown> {
  return { params, ...(files ? { form: formDataOf(call, body ?? {}, files) } : { body }) };
}

/** The reply of a write, which may have come to another tab or to the worker, read by its call. */
export async function readKept<C extends Call>(call: C, reply: unknown): Promise<CallReply<C['reply']> | undefined> {
  if (reply === undefined) return undefined;
  // readReply reads by the call's own description of its reply.
  return (await written(readReply(call, {}, Response.json(reply)))) as CallReply<C['reply']> | undefined;
}

/** The refusal of a write as a screen tells it. */
export function toApiError({ status, code, message, serverMessage, fields, current }: WriteFault): ApiError {
  return new ApiError({ status, code, message, serverMessage, fields, current });
}
