import type * as z from 'zod/mini';
import type { Role } from './roles.ts';

type Schema = z.core.$ZodType;

/**
 * What a call answers: one object in `{data}`, a page of rows with paging, all rows in `{data: […]}`, a body without an
 * envelope, a binary file of one of these media types, a stream of events, or nothing that matters.
 */
export type Reply =
  | { kind: 'item'; of: Schema }
  | { kind: 'page'; of: Schema }
  | { kind: 'list'; of: Schema }
  | { kind: 'raw'; of: Schema }
  | { kind: 'file'; types: readonly string[] }
  | { kind: 'stream' }
  | { kind: 'none' };

/** Who may call: anyone, anyone signed in, or these roles. What they may do to whose object is the server's policy. */
export type Access = 'public' | 'any' | readonly Role[];

/** One call of the API. `path` stands below `/api`, with `{name}` for each of `params`. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body may come as form data: with a file, or by POST with `_method=PUT` (spec.md §7). */
  form?: 'also' | 'only';
  /** The files that form data may bring besides: field → how many and how large (bytes). */
  files?: Readonly<Record<string, { most: number; maxBytes: number }>>;
  /** The largest body, in bytes, where that of other calls is too small. */
  maxBodyBytes?: number;
  /** How long an answer may take, in milliseconds, where it is longer than that of other calls. */
  answerMs?: number;
  /** Honours an `Idempotency-Key` (offline.md, «Writes»). */
  idempotent?: boolean;
  reply: Reply;
  /** Ours, beyond the specification: used only after the handshake. */
  extra?: boolean;
}

/** Who reads protocols and what belongs to them: their secretary, and the manager of that secretary. */
export const readers = ['manager', 'secretary'] as const;

/** Keeps the literal types of a call's description. */
export function call<const C extends Call>(description: C): C {
  return description;
}
