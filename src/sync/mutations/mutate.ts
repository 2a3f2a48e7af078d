import type { Call } from '#contract/call.ts';
import { type Mutation, type PreparedMutation, requestOf } from '../collections/mutation.ts';
import { joinQueued } from '../collections/rewrite.ts';
import type { CallReply } from '../http/reply.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { unreadableFile } from '../outbox/unreadable-file.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import type { NewMutation, StoredRequest } from '../store/outbox-row.ts';
import { parseReply, sendUnqueued, toApiError, withMark } from './send-unqueued.ts';

/** `kept`: it is queued on this device and will be sent by itself. `reply` is undefined where its shape was not that of the call. */
type Written<C extends Call> =
  | { kept: true; reply?: undefined }
  /** `missed`: titles of the following mutations that were not sent. */
  | { kept: false; reply: CallReply<C['reply']> | undefined; missed?: string[] };

export interface MutationOptions {
  /** The form that a refusal goes back to while it is open. */
  form?: OpenForm;
  /** Queued mutations that the person saw in what they changed. */
  basedOn?: readonly string[] | undefined;
  /** Mutations that are queued in the same transaction, all or none: the members of a new protocol. */
  following?: readonly Following[];
}

interface Following {
  // biome-ignore lint/suspicious/noExplicitAny: each with variables of its own kind
  kind: Mutation<any>;
  variables: unknown;
}

/**
 * Sends a mutation through the outbox: it is queued on the device first, then sent. Throws ApiError when the server refuses it
 * while its form is open; a later refusal waits in the queue. Where the device cannot keep it, it is sent at once
 * (`sendUnqueued`).
 */
export async function mutate<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  { form, basedOn, following = [] }: MutationOptions = {},
): Promise<Written<C>> {
  const own = { ...newMutation(kind, variables, kind.prepare(variables)), basedOn };
  await throwUnreadable(own.request);
  const others = following.map((each) => newMutation(each.kind, each.variables, each.kind.prepare(each.variables)));
  const outcome = await outbox.sendFromForm(withMark(own), form, others).catch((error: unknown) => {
    if (error instanceof NotKeptError) return error;
    throw error;
  });
  if (!(outcome instanceof NotKeptError)) {
    if (outcome.kind === 'queued') return { kept: true };
    if (outcome.kind === 'refused') throw toApiError(outcome.fault);
    return { kept: false, reply: await parseReply(kind.call, outcome.reply) };
  }
  const reply = await sendUnqueued(kind, own, outcome.isFull);
  const missed: string[] = [];
  for (const each of following) {
    await mutate(each.kind, each.variables).catch(() => missed.push(each.kind.prepare(each.variables).title));
  }
  return { kept: false, reply, missed };
}

/** Throws ApiError where a file of it cannot be read: its form is still open, and the person picks it again. */
export async function throwUnreadable(request: StoredRequest): Promise<void> {
  const fault = await unreadableFile(request);
  if (fault) throw toApiError(fault);
}

/** The mutation as the outbox keeps it. */
export function newMutation<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  prepared: PreparedMutation,
): NewMutation {
  const { scope, partOf, subject, creates, addedIds, title } = prepared;
  return {
    kind: kind.name,
    scope,
    ...(partOf !== undefined && { partOf }),
    subject,
    creates,
    brings: addedIds,
    title,
    variables,
    request: requestOf(kind, prepared),
  };
}

/**
 * Queues a mutation on the device; it is sent by itself, and a refusal waits in the queue. Where its description can
 * join mutations, it is joined to the last unsent one of its subject. A mutation that the device cannot keep is sent at
 * once (`sendUnqueued`).
 * @param basedOn queued mutations that the person saw in what they changed
 */
export async function enqueue<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  basedOn: readonly string[] = [],
): Promise<void> {
  const own = { ...newMutation(kind, variables, kind.prepare(variables)), basedOn };
  try {
    await outbox.enqueue(withMark(own), joinQueued(kind, variables, basedOn));
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    await sendUnqueued(kind, own, error.isFull);
  }
}
