import type { QueryClient } from '@tanstack/react-query';
import type { Call } from '#contract/call.ts';
import type { CallReply } from '../http/reply.ts';
import type { OutboxRow, StoredRequest } from '../store/outbox-row.ts';

/** A write in the terms of its call. */
export interface PreparedWrite {
  /** Writes of one scope keep their order: `protocol:{id}`, `meeting:{id}`, … */
  scope: string;
  /** The id of the thing that is written. */
  subject: string;
  /** The client's id of what is made new. */
  creates?: string;
  /** Ids of parts that it adds, which later writes may name. */
  brings?: string[];
  /** What it does, in the words of the queue. */
  title: string;
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Parts of the body that are already as the server gets them: what is large is not encoded anew with every save. */
  encoded?: Record<string, unknown>;
  /** Parts of form data that are files: with any the body goes as form data. */
  files?: Record<string, File | readonly File[]>;
  /** What is known of the thing beside the body (`StoredRequest`). */
  whole?: Record<string, unknown>;
  /** Fields that only our own server knows. */
  extras?: string[];
  /** Statuses or codes of a refusal that say that it is done already. */
  settled?: (number | string)[];
  /** A capability that it cannot do without (`StoredRequest`). */
  needs?: StoredRequest['needs'];
  /** In fewer words, for a server that can (`StoredRequest`). */
  lighter?: StoredRequest['lighter'];
  /** A short answer will do (`StoredRequest`). */
  brief?: boolean;
}

/**
 * One way of writing: how its variables become a call, and what shows it once the server took it. The variables are kept
 * with the write, so that it can be shown over what is read, and edited again after a refusal.
 */
export interface WriteKind<V, C extends Call = Call> {
  /** Kept with each write on devices: it never changes. */
  name: string;
  call: C;
  prepare(variables: V): PreparedWrite;
  /** Lays the answer into the cache and reads again what shows it; undefined where it came in a shape of its own. */
  taken(client: QueryClient, variables: V, reply: CallReply<C['reply']> | undefined): Promise<void> | void;
}

/** Keeps the types of a description. */
export function writeKind<V, C extends Call>(kind: WriteKind<V, C>): WriteKind<V, C> {
  return kind;
}

/** The variables of an unsent write of this kind; undefined of another kind. */
export function variablesOf<V, C extends Call>(
  kind: WriteKind<V, C>,
  row: Pick<OutboxRow, 'kind' | 'variables'>,
): V | undefined {
  // What is kept under the name of a kind was made by it.
  return row.kind === kind.name ? (row.variables as V) : undefined;
}
