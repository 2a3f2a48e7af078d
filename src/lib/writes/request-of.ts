import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import type { StoredRequest } from '#src/offline/outbox-row.ts';
import { formDataOf } from '../form-data.ts';
import { buildRequest } from '../request.ts';
import type { PreparedWrite, WriteKind } from './write-kind.ts';

/** What is sent for a write; an edited one is amended with this. */
export function requestOf<V, C extends Call>(kind: WriteKind<V, C>, prepared: PreparedWrite): StoredRequest {
  const { call } = kind;
  const { params, body, encoded, files, extras, settled, lighter, brief } = prepared;
  const { url } = buildRequest({ ...call, query: undefined }, { params });
  // The table of calls has no other methods that write.
  const method = call.method as StoredRequest['method'];
  const request: StoredRequest = { method, path: url.replace(/^\/api/, ''), extras, settled, lighter, brief };
  if (files) return { ...request, form: [...formDataOf(call, body ?? {}, files)] };
  if (!body || !call.body) return request;
  return { ...request, body: { ...(z.encode(call.body, body) as Record<string, unknown>), ...encoded } };
}
