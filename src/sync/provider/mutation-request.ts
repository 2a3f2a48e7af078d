import { toFormFields } from '#contract/form-data.ts';
import type { HttpRequest } from '../http/client.ts';
import type { OutboxRow, StoredRequest } from '../store/outbox-row.ts';
import { type Capabilities, keepsIds, remembersAnswers } from './server.ts';

/**
 * Returns a queued mutation in the form that this server takes. Our own gets its key and only the change, with a
 * minimal reply. A bare provider gets all known fields, since it may take the body for the whole, and nothing that the
 * specification does not name.
 */
export function requestFor(
  { id, request }: Pick<OutboxRow, 'id' | 'request'>,
  capabilities: Capabilities,
): Pick<HttpRequest, 'method' | 'body' | 'headers'> {
  const headers: Record<string, string> = {};
  if (remembersAnswers(capabilities)) headers['Idempotency-Key'] = id;
  // The version in the minimal reply tells the page whether it knows the rest (RFC 7240).
  if (request.brief && capabilities.has('versions')) headers.Prefer = 'return=minimal';
  if (keepsIds(capabilities)) return encoded(withDelta(request, capabilities), [], headers);
  return encoded(completed(request), request.extras ?? [], headers);
}

/** Replaces a long field by its changes, where the server takes that. */
function withDelta(request: StoredRequest, capabilities: Capabilities): StoredRequest {
  const { body, lighter } = request;
  if (!body || !lighter || !capabilities.has(lighter.capability)) return request;
  const { [lighter.field]: _all, ...rest } = body;
  return { ...request, body: { ...rest, ...lighter.body } };
}

/** Adds all other known fields of the thing. */
function completed(request: StoredRequest): StoredRequest {
  const { body, form, whole } = request;
  if (!whole) return request;
  if (!form) return { ...request, body: { ...whole, ...body } };
  const named = new Set(form.map(([name]) => baseName(name)));
  const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => !named.has(name)));
  return { ...request, form: [...toFormFields(rest), ...form] };
}

/** The field that a part of a form belongs to: `files` of `files[]`. */
function baseName(part: string): string {
  return part.split('[', 1)[0] ?? '';
}

function encoded(
  { method, form: parts, body }: StoredRequest,
  without: readonly string[],
  headers: Record<string, string>,
): Pick<HttpRequest, 'method' | 'body' | 'headers'> {
  const isLeftOut = (name: string) => without.includes(baseName(name));
  if (parts) {
    const form = new FormData();
    for (const [name, value] of parts) if (!isLeftOut(name)) form.append(name, value);
    if (method !== 'PUT') return { method, headers, body: form };
    form.append('_method', 'PUT');
    return { method: 'POST', headers, body: form };
  }
  if (!body) return { method, headers };
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !isLeftOut(name)));
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(kept) };
}
