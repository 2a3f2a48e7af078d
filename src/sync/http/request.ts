import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { apiUrl, type HttpRequest } from './client.ts';

type Schema = z.core.$ZodType;
type Part<C, K extends string> = C extends Record<K, infer S extends Schema> ? S : undefined;

/** Input of a call: the decoded values (string ids), as the contract's schemas output them. */
export type CallInput<C extends Call> = {
  signal?: AbortSignal | undefined;
  /** In place of `body`, where the call takes form data; a PUT then goes as POST with `_method=PUT`. */
  form?: FormData;
  /** For calls whose answers the server remembers by it. */
  idempotencyKey?: string;
} & (Part<C, 'params'> extends Schema ? { params: z.output<Part<C, 'params'> & Schema> } : unknown) &
  (Part<C, 'query'> extends Schema ? { query?: z.output<Part<C, 'query'> & Schema> } : unknown) &
  (Part<C, 'body'> extends Schema ? { body?: z.output<Part<C, 'body'> & Schema> } : unknown);

/** Parts of an input without their types, for code that only passes them on. */
export interface LooseInput {
  signal?: AbortSignal | undefined;
  form?: FormData;
  idempotencyKey?: string;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Builds the request of a call, without credentials. */
export function buildRequest(
  call: Call,
  input: LooseInput,
): { url: string; init: Pick<HttpRequest, 'method' | 'body'> & { headers: Headers } } {
  const headers = new Headers({ Accept: 'application/json' });
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
  const url = apiUrl(`${fillPath(call.path, input.params ?? {})}${queryString(input.query ?? {})}`);
  if (input.form) {
    if (call.method === 'PUT') input.form.set('_method', 'PUT');
    const method = call.method === 'PUT' ? 'POST' : call.method;
    return { url, init: { method, headers, body: input.form } };
  }
  if (input.body === undefined || !call.body) return { url, init: { method: call.method, headers } };
  headers.set('Content-Type', 'application/json');
  const body = JSON.stringify(z.encode(call.body, input.body));
  return { url, init: { method: call.method, headers, body } };
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryString(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
