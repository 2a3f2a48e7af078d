import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { ApiError, NetworkError, ReplyError } from '../http/api-errors.ts';
import { type CallReply, parseJson, readError, readReply } from '../http/reply.ts';
import { buildRequest, type CallInput, type LooseInput } from '../http/request.ts';
import { renewToken } from '../http/token.ts';
import { remembersAnswers } from '../provider/server.ts';
import { connectivity, http } from './connectivity.ts';
import { session } from './session.ts';

/**
 * Time limit of an answer: an unresponsive connection must not block a screen for ever. Files and streams have none.
 */
const answerMs = 30_000;
/** Time limit where files are sent first: ten of 25 MB over a slow connection. */
const filesAnswerMs = 15 * 60_000;

/**
 * Makes one call of the contract and parses its answer. After a 401 it refreshes the token once, shared with every
 * other call and tab, and tries once more. Throws ApiError (refused), NetworkError (no answer), ReplyError (unknown
 * shape), or the signal's reason. It shows no message and does not navigate: the caller does.
 */
export async function api<C extends Call>(call: C, input: CallInput<C>): Promise<CallReply<C['reply']>> {
  const token = await session.read();
  const visit = session.visit();
  const isPublic = call.access === 'public';
  const throwIfLeft = () => {
    if (!isPublic && session.visit() !== visit) throw signedOut();
  };
  const asked = await forThisServer(input);
  let response = await send(call, asked, token);
  if (response.status === 401 && token !== null && !isPublic) {
    const fresh = await renewed(token);
    // Somebody else may have signed in meanwhile: nothing is sent in their name.
    throwIfLeft();
    response = await send(call, asked, fresh);
  }
  const reply = response.ok ? await readReply(call, input, response, session.isOurs) : await refusal(response);
  // The person left while the answer was under way: it is not for whoever is here now.
  throwIfLeft();
  if (reply instanceof Error) throw reply;
  connectivity.reportSuccess();
  // readReply reads by the call's own description of its reply.
  return reply as CallReply<C['reply']>;
}

/** Reads a JSON file that the build lays beside the app. Throws NetworkError, or ReplyError where it is not there. */
export async function readAppFile<S extends z.core.$ZodType>(
  url: string,
  of: S,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const answer = await http.send({ method: 'GET', url, signal });
  const parsed = z.safeParse(of, parseJson(await answer.text()));
  if (!parsed.success) throw new ReplyError(`${url} is not beside the app`);
  return parsed.data;
}

/** Removes the key for a server that does not remember answers by it: a bare provider gets nothing of ours. */
async function forThisServer(input: LooseInput): Promise<LooseInput> {
  if (input.idempotencyKey === undefined) return input;
  // Loaded with the first mutation: the sign-in screen need not know the provider.
  const { provider } = await import('./provider.ts');
  const remembers = await provider.capabilities().then(remembersAnswers, () => true);
  return remembers ? input : { ...input, idempotencyKey: undefined };
}

async function send(call: Call, input: LooseInput, token: string | null): Promise<Response> {
  const { url, init } = buildRequest(call, input);
  const { signal } = input;
  // A stream, which lasts as long as the page, comes after what a screen waits for.
  const priority = call.reply.kind === 'stream' ? 'low' : 'auto';
  try {
    const answer = await http.send({ ...init, url, token, signal, priority, limitMs: limitMs(call, input) });
    return answer.response;
  } catch (error) {
    if (error instanceof NetworkError) connectivity.reportFailure();
    throw error;
  }
}

async function renewed(stale: string): Promise<string> {
  const outcome = await renewToken(session, stale);
  if (outcome.kind === 'token') return outcome.token;
  if (outcome.kind === 'no-token') throw signedOut();
  connectivity.reportFailure();
  throw new NetworkError(`refresh: ${outcome.reason}`, { isServers: /^5\d\d$/.test(outcome.reason) });
}

function signedOut(): ApiError {
  return new ApiError({ status: 401, code: 'unauthorized', message: 'Сессия закончилась. Войдите снова.' });
}

async function refusal(response: Response): Promise<ApiError | NetworkError> {
  const error = await readError(response);
  // The health check tells whether the server fails as a whole, or in this call alone.
  if (error instanceof NetworkError || error.status >= 500) connectivity.reportFailure();
  else connectivity.reportSuccess();
  return error;
}

function limitMs({ reply, answerMs: own }: Call, { form }: LooseInput): number | undefined {
  if (own !== undefined) return own;
  if (reply.kind === 'file' || reply.kind === 'stream') return undefined;
  return form ? filesAnswerMs : answerMs;
}
