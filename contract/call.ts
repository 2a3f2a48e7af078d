import type * as z from 'zod/mini';
import type { Role } from './roles.ts';

type Schema = z.core.$ZodType;

/**
 * Shape of a call's answer: one object in `{data}`, a page of rows with paging, all rows in `{data: […]}`, a body
 * without an envelope, a binary file of one of these media types, a stream of events, or nothing of interest.
 */
export type Reply =
  | { kind: 'item'; of: Schema }
  | { kind: 'page'; of: Schema }
  | { kind: 'list'; of: Schema }
  | { kind: 'raw'; of: Schema }
  | { kind: 'file'; types: readonly string[] }
  | { kind: 'stream' }
  | { kind: 'none' };

/** Who may call: anyone, anyone signed in, or these roles. Access to individual objects is the server's policy. */
export type Access = 'public' | 'any' | readonly Role[];

/** One call of the API. `path` is relative to `/api`, with `{name}` for each of `params`. */
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
  /** Files that form data may carry besides the fields: field → maximum number and size (bytes). */
  files?: Readonly<Record<string, { most: number; maxBytes: number }>>;
  /** Maximum size of the body in bytes, if larger than the default. */
  maxBodyBytes?: number;
  /** Maximum time for an answer in milliseconds, if longer than the default. */
  answerMs?: number;
  /** Honours an `Idempotency-Key` (offline.md, «Writes»). */
  idempotent?: boolean;
  reply: Reply;
  /** An extension of ours beyond the specification: used only after the handshake. */
  extra?: boolean;
}

/** Roles that read protocols and what belongs to them: the secretary, and that secretary's manager. */
export const readers = ['manager', 'secretary'] as const;

/** Keeps the literal types of a call's description. */
export function call<const C extends Call>(description: C): C {
  return description;
}
