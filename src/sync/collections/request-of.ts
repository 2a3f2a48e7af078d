import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { formDataOf } from '../http/form-data.ts';
import { buildRequest } from '../http/request.ts';
import type { StoredRequest } from '../store/outbox-row.ts';
import type { Mutation, PreparedMutation } from './mutation.ts';

/** What is sent for a write; an edited row is replaced by this. */
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

/** What is known beside the body, in its wire form; as it came where this version of the contract does not take it. */
function restOf(call: Call, whole: PreparedMutation['whole'], body: PreparedMutation['body']): StoredRequest['whole'] {
  if (!whole || !call.body) return undefined;
  const known = { ...whole, ...body };
  const encoded = z.safeEncode(call.body, known);
  const wire = (encoded.success ? encoded.data : known) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !Object.hasOwn(body ?? {}, name)));
}
