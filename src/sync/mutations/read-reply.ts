import type { Call } from '#contract/call.ts';
import { ApiError } from '../http/api-errors.ts';
import { type CallReply, readBody } from '../http/reply.ts';
import { written } from '../page/written.ts';
import type { MutationFault } from '../store/outbox-row.ts';

/** The reply of a write, which may have come to another tab or to the worker, read by its call. */
export async function readKept<C extends Call>(call: C, reply: unknown): Promise<CallReply<C['reply']> | undefined> {
  if (reply === undefined) return undefined;
  const read = Promise.resolve().then(() => readBody(call, {}, reply));
  // readBody reads by the call's own description of its reply.
  return (await written(read)) as CallReply<C['reply']> | undefined;
}

/** The refusal of a write as a screen tells it. */
export function toApiError({ status, code, message, serverMessage, fields, current }: MutationFault): ApiError {
  return new ApiError({ status, code, message, serverMessage, fields, current });
}
