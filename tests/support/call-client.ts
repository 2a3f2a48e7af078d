import type { Call } from '#contract/call.ts';
import { readError, readReply } from '#src/sync/http/reply.ts';
import { buildRequest, type LooseInput } from '#src/sync/http/request.ts';

/** Makes a call as the app does, with the app's own building and parsing; throws the app's errors. */
export async function callAsClient(
  url: string,
  token: string | undefined,
  call: Call,
  input: LooseInput,
): Promise<unknown> {
  const request = buildRequest(call, input);
  if (token !== undefined) request.init.headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(`${url}${request.url}`, request.init);
  if (!response.ok) throw await readError(response);
  return readReply(call, input, response, async () => false);
}
