import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { toFormFields } from '#contract/form-data.ts';

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
