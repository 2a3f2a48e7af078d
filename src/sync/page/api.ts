import type { Call } from '#contract/call.ts';
import { ApiError, NetworkError } from '../http/api-errors.ts';
import { type CallReply, readError, readReply } from '../http/reply.ts';
import { buildRequest, type CallInput, type LooseInput } from '../http/request.ts';
import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

/** A line that swallows everything must not hold a screen for ever. Files and streams may take as long as they do. */
const answerWithin = 30_000;
/** Files have to be sent first: ten of 25 MB over a slow line. */
const filesAnswerWithin = 15 * 60_000;

/**
 * Makes one call of the contract and reads its answer. A 401 is answered by one refresh, shared with every other call
 * and tab, and one more try. Throws ApiError (refused), NetworkError (no answer), ReplyError (unknown shape), or the
 * signal's reason. It shows nothing and leads nowhere: that is for who calls.
 */
export async function api<C extends Call>(call: C, input: CallInput<C>): Promise<CallReply<C['reply']>> {
  const token = await session.read();
  const visit = session.visit();
  const asked = await forThisServer(input);
  let response = await send(call, asked, token);
  if (response.status === 401 && token !== null && call.access !== 'public') {
    response = await send(call, asked, await renewed(token));
  }
  const reply = response.ok ? await readReply(call, input, response) : await refusal(response);
  // The person left while the answer was under way: it is not for whoever is here now.
  if (call.access !== 'public' && session.visit() !== visit) throw signedOut();
  if (reply instanceof Error) throw reply;
  connectivity.reportSuccess();
  // readReply reads by the call's own description of its reply.
  return reply as CallReply<C['reply']>;
}

/** The key goes only to a server that remembers answers by it: nothing of ours goes to a provider without the handshake. */
async function forThisServer(input: LooseInput): Promise<LooseInput> {
  if (input.idempotencyKey === undefined) return input;
  // Loaded with the first write: the sign-in screen needs no handshake.
  const { serverCan } = await import('./server-capabilities.ts');
  const remembers = await serverCan('idempotency').catch(() => true);
  return remembers ? input : { ...input, idempotencyKey: undefined };
}

async function send(call: Call, input: LooseInput, token: string | null): Promise<Response> {
  const { url, init } = buildRequest(call, input);
  if (token !== null) init.headers.set('Authorization', `Bearer ${token}`);
  const limits = [input.signal, timeLimit(call, input)].filter((signal) => signal !== undefined);
  // What lasts as long as the page comes after what a screen waits for.
  const priority = call.reply.kind === 'stream' ? 'low' : 'auto';
  try {
    return await fetch(url, { ...init, priority, signal: AbortSignal.any(limits), credentials: 'same-origin' });
  } catch (cause) {
    input.signal?.throwIfAborted();
    connectivity.reportFailure();
    throw new NetworkError('no answer', { cause });
  }
}

async function renewed(stale: string): Promise<string> {
  const outcome = await session.refresh(stale);
  if (outcome.kind === 'token') return outcome.token;
  if (outcome.kind === 'unavailable') {
    connectivity.reportFailure();
    throw new NetworkError(`refresh: ${outcome.reason}`, { isServers: /^5\d\d$/.test(outcome.reason) });
  }
  // Somebody may have signed in meanwhile: only the session that was refused ends.
  if ((await session.read()) === stale) await session.clear();
  throw signedOut();
}

function signedOut(): ApiError {
  return new ApiError({ status: 401, code: 'unauthorized', message: 'Сессия закончилась. Войдите снова.' });
}

async function refusal(response: Response): Promise<ApiError | NetworkError> {
  const error = await readError(response);
  // Whether a server fails as a whole, or in this alone, is for its health to say.
  if (error instanceof NetworkError || error.status >= 500) connectivity.reportFailure();
  else connectivity.reportSuccess();
  return error;
}

function timeLimit({ reply }: Call, { form }: LooseInput): AbortSignal | undefined {
  if (reply.kind === 'file' || reply.kind === 'stream') return undefined;
  return AbortSignal.timeout(form ? filesAnswerWithin : answerWithin);
}
