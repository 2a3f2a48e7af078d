import type { QueryClient, QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { toFormFields } from '#contract/form-data.ts';
import type { CallReply } from '../http/reply.ts';
import { buildRequest } from '../http/request.ts';
import type { OutboxRow, StoredRequest } from '../store/outbox-row.ts';
import type { SomeChange } from './change.ts';

/** The input of a mutation's call, and how the queue keeps and shows it. */
export interface PreparedMutation {
  /** Mutations of one scope are sent in their order: `protocol:{id}`, `meeting:{id}`, … */
  scope: string;
  /** Scope of the whole that the entity is a part of, in whose order it is sent too: `series:{id}` of one meeting. */
  partOf?: string | undefined;
  /** The id of the entity that is changed. */
  subject: string;
  /** The client's id of a new entity. */
  creates?: string;
  /** Ids of parts that it adds, which later mutations may name. */
  addedIds?: string[];
  /** Its title in «Очередь отправки». */
  title: string;
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Parts of the body that are encoded already: a large agenda is not encoded again with every save. */
  encoded?: Record<string, unknown>;
  /** Files by field name: with any of them the body is sent as form data. */
  files?: Record<string, File | readonly File[]>;
  /** Fields of the entity beside those of the body, for a server that replaces the whole (`StoredRequest`). */
  whole?: Record<string, unknown>;
  /** Fields that only our own server knows. */
  extras?: string[];
  /** Statuses or error codes which mean that the change is already done. */
  successStatuses?: (number | string)[];
  /** A capability that the server must have (`StoredRequest`). */
  needs?: StoredRequest['needs'];
  /** A smaller body with the changes alone, for a server that takes it (`StoredRequest`). */
  deltaBody?: StoredRequest['lighter'];
  /** Whether a minimal reply is enough (`StoredRequest`). */
  preferMinimal?: boolean;
}

/**
 * A kind of mutation: how its variables become a call, and what it does. The variables are kept with the queued row, so
 * that it can be applied to what was read, and edited again after a refusal.
 */
export interface Mutation<V, C extends Call = Call> {
  /** Kept with each row on devices: it never changes. */
  name: string;
  call: C;
  prepare(variables: V): PreparedMutation;
  /**
   * Returns the changes of entities: shown while the mutation is queued, and written to the cache once the server has
   * it. `reply` is undefined before that, and where its shape was not that of the call.
   */
  changes(variables: V, reply: CallReply<C['reply']> | undefined): readonly SomeChange[];
  /** The keys of the queries that are read again once the server has it. */
  invalidates?(variables: V): readonly QueryKey[];
  /** Brings the cache up to date in place of `changes` and `invalidates`, where the reply says more than they do. */
  updateCache?(client: QueryClient, variables: V, reply: CallReply<C['reply']> | undefined): Promise<void> | void;
  /** Returns the variables of one mutation that replaces two in a row; undefined where they stay two. */
  join?(earlier: V, later: V): V | undefined;
  /**
   * Returns the variables that follow when an earlier mutation of the same subject is changed to `now`, or is never
   * sent (`now` is undefined). Null where nothing is left of this mutation, undefined where it stays as it is.
   */
  rebase?(variables: V, was: OutboxRow, now: Pick<OutboxRow, 'variables'> | undefined): V | null | undefined;
  /** Returns the words for a deletion that can be undone: what happened, and to what. */
  removed?(variables: V): { message: string; detail: string };
  /** What the answer says that nobody could know before; told once it is there, since no form waits for a deletion. */
  outcome?(variables: V, reply: CallReply<C['reply']> | undefined): { message: string; detail: string } | undefined;
}

/** Infers the types of a description. */
export function defineMutation<V, C extends Call>(kind: Mutation<V, C>): Mutation<V, C> {
  return kind;
}

/** The variables of a queued mutation of this kind; undefined if it is of another kind. */
export function variablesOf<V, C extends Call>(
  kind: Mutation<V, C>,
  row: Pick<OutboxRow, 'kind' | 'variables'>,
): V | undefined {
  // A row with the name of a kind was made by that kind.
  return row.kind === kind.name ? (row.variables as V) : undefined;
}

/** Returns the request that a mutation sends; it also replaces that of an edited row. */
export function requestOf<V, C extends Call>(kind: Mutation<V, C>, prepared: PreparedMutation): StoredRequest {
  const { call } = kind;
  const { params, body, encoded, files, whole, extras, needs } = prepared;
  // Kept on devices under these names.
  const { successStatuses: settled, deltaBody: lighter, preferMinimal: brief } = prepared;
  const { url } = buildRequest({ ...call, query: undefined }, { params });
  // The table of calls has no other methods that write.
  const method = call.method as StoredRequest['method'];
  const path = url.replace(/^\/api/, '');
  const rest = restOf(call, whole, body);
  const request: StoredRequest = { method, path, whole: rest, extras, settled, lighter, brief, needs };
  if (files) return { ...request, form: [...formDataOf(call, body ?? {}, files)] };
  if (!body || !call.body) return request;
  return { ...request, body: { ...(z.encode(call.body, body) as Record<string, unknown>), ...encoded } };
}

/** Returns the known fields beside the body, in their wire form; unencoded where this contract version rejects them. */
function restOf(call: Call, whole: PreparedMutation['whole'], body: PreparedMutation['body']): StoredRequest['whole'] {
  if (!whole || !call.body) return undefined;
  const known = { ...whole, ...body };
  const encoded = z.safeEncode(call.body, known);
  const wire = (encoded.success ? encoded.data : known) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !Object.hasOwn(body ?? {}, name)));
}

/** A call's body with files as form data: `{ avatar: file }` as the part `avatar`, `{ files: [a, b] }` as `files[]`. */
export function formDataOf(call: Call, body: unknown, files: Record<string, File | readonly File[]>): FormData {
  const form = new FormData();
  const wire = call.body ? z.encode(call.body, body) : body;
  for (const [name, value] of toFormFields(wire as Record<string, unknown>)) form.append(name, value);
  for (const [name, given] of Object.entries(files)) {
    if (given instanceof File) form.append(name, given);
    else for (const file of given) form.append(`${name}[]`, file);
  }
  return form;
}
