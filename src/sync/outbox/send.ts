import { readFieldErrors, readMessage } from '#contract/envelope.ts';
import type { Connectivity } from '../connectivity/connectivity.ts';
import { isTooLarge } from '../http/answer-head.ts';
import { type Answer, apiUrl, type Http } from '../http/client.ts';
import type { Outcome } from '../http/outcome.ts';
import { isOwnRefusal, parseJson } from '../http/reply.ts';
import { type TokenSource, withToken } from '../http/token.ts';
import { requestFor } from '../provider/mutation-request.ts';
import { type Capabilities, isOurs, keepsIds, remembersAnswers, type Server } from '../provider/server.ts';
import { isWholeReadable } from '../store/is-readable.ts';
import type { MutationFault, OutboxRow } from '../store/outbox-row.ts';
import { unreadableFile } from './unreadable-file.ts';

/** The outcome of sending a mutation once. `mayHaveTaken`: nobody knows whether the server has it. */
export type MutationAnswer =
  /**
   * The server has it, under our ids if it keeps them. `reply` is its body, undefined where it cannot be read. With `idTaken`
   * an earlier try has created it, under another key.
   */
  | { kind: 'sent'; reply: unknown; keepsIds: boolean; idTaken?: true }
  | { kind: 'refused'; fault: MutationFault }
  | { kind: 'conflict'; fault: MutationFault }
  /** The server has no time for it now, or it failed, or the server behind a gateway did. */
  | { kind: 'busy'; retryAfterMs: number; mayHaveTaken: boolean; fault?: MutationFault }
  /** The server cannot be reached, or its answer was lost. */
  | { kind: 'no-answer'; mayHaveTaken: boolean }
  /** As `no-answer`, but from a provider without idempotency keys: a second try could double it, so the person decides. */
  | { kind: 'outcome-unknown' }
  | { kind: 'signed-out' }
  /** Cancelled before it was sent. */
  | { kind: 'cancelled' }
  /** Not sent: the device could not record that it is being sent, and without keys a second try would double it. */
  | { kind: 'cannot-record' };

/** `claimed`: the device has recorded that the mutation is being sent. `cancelled`: it is not to be sent any more. */
export type Claim = 'claimed' | 'not-recorded' | 'cancelled';

export interface SendDeps {
  session: TokenSource;
  http: Http;
  askServer(): Promise<Server>;
}

/**
 * Time limits of a request beside the upload of its body: an unresponsive connection must not block the queue for ever, and
 * files take longer.
 */
const answerMs = 30_000;
const filesAnswerMs = 15 * 60_000;
/** Bytes that the slowest connection sends in a millisecond: four KiB a second. */
const slowest = 4.096;
/** However large the body is: while a request hangs, nothing else is sent. */
const longestUploadMs = 60 * 60_000;

/** Sends a mutation once, after `claim` has recorded that it is being sent. Resolves with the outcome, whatever it is. */
export async function sendMutation(
  row: OutboxRow,
  deps: SendDeps,
  claim: () => Promise<Claim>,
): Promise<MutationAnswer> {
  const unreadable = await unreadableFile(row.request);
  if (unreadable && !row.begun) return { kind: 'refused', fault: unreadable };
  const server = await deps.askServer();
  if (server.kind === 'unreachable') return { kind: 'no-answer', mayHaveTaken: false };
  const remembers = remembersAnswers(server.capabilities);
  // It was sent before, and its outcome is unknown: only a server that remembers its key can tell, by the same content.
  if (row.begun && (!remembers || unreadable)) return { kind: 'outcome-unknown' };
  const { needs } = row.request;
  if (needs !== undefined && !server.capabilities.has(needs)) return { kind: 'refused', fault: unable };
  let hasLeft = false;
  const outcome = await withToken(deps.session, async (token): Promise<Outcome<MutationAnswer> | 'unauthorized'> => {
    const claimed = await claim();
    if (claimed === 'cancelled') return { kind: 'ok', value: { kind: 'cancelled' } };
    if (claimed === 'not-recorded' && !remembers) return { kind: 'ok', value: { kind: 'cannot-record' } };
    // Somebody else may have signed in meanwhile: a mutation is never sent in another person's name.
    if ((await deps.session.owner()) !== row.ownerId) return { kind: 'ok', value: { kind: 'signed-out' } };
    hasLeft = true;
    const answer = await askInEitherForm(row, token, server.capabilities, deps);
    if (answer === 'unauthorized') {
      hasLeft = false;
      return answer;
    }
    return { kind: 'ok', value: answer };
  });
  if (outcome.kind === 'failed') {
    if (outcome.failure.kind === 'signed-out') return { kind: 'signed-out' };
    if (outcome.failure.kind === 'server') return { kind: 'busy', retryAfterMs: 0, mayHaveTaken: false };
    if (!hasLeft) return { kind: 'no-answer', mayHaveTaken: false };
    return remembers ? { kind: 'no-answer', mayHaveTaken: true } : { kind: 'outcome-unknown' };
  }
  const answer = outcome.value;
  const mayHaveTaken = (answer.kind === 'no-answer' || answer.kind === 'busy') && answer.mayHaveTaken;
  return mayHaveTaken && !remembers ? { kind: 'outcome-unknown' } : answer;
}

/**
 * Sends a mutation; where the server rejects the reuse of its key, sends it in its other form. This happens when the
 * answer was lost and the server has gained or lost the capability since.
 */
async function askInEitherForm(
  row: OutboxRow,
  token: string,
  capabilities: Capabilities,
  deps: SendDeps,
): Promise<MutationAnswer | 'unauthorized'> {
  const answer = await ask(row, token, capabilities, deps);
  const { lighter } = row.request;
  const isKeyUsed =
    answer !== 'unauthorized' && answer.kind === 'refused' && answer.fault.code === 'idempotency_mismatch';
  if (!lighter || !isKeyUsed) return answer;
  const others = new Set(capabilities);
  if (!others.delete(lighter.capability)) others.add(lighter.capability);
  const earlier = await ask(row, token, others, deps);
  // A key belongs to one mutation: the server has answered it, even where it does not find that answer again.
  const isFound = earlier === 'unauthorized' || earlier.kind !== 'refused';
  return isFound ? earlier : { kind: 'sent', reply: undefined, keepsIds: keepsIds(capabilities) };
}

/** Returns the time limit, in milliseconds, of a request with a body of these bytes. */
function limitOf(hasFiles: boolean, bytes: number): number {
  return Math.ceil((hasFiles ? filesAnswerMs : answerMs) + Math.min(bytes / slowest, longestUploadMs));
}

async function ask(
  row: OutboxRow,
  token: string,
  capabilities: Capabilities,
  { http }: SendDeps,
): Promise<MutationAnswer | 'unauthorized'> {
  const { request } = row;
  try {
    const wire = requestFor(row, capabilities);
    const parts = request.form?.map(([, value]) => value) ?? [String(wire.body ?? '')];
    const answer = await http.send({
      ...wire,
      url: apiUrl(request.path),
      token,
      cache: 'no-store',
      limitMs: limitOf(request.form !== undefined, new Blob(parts).size),
      allowsHtml: isTooLarge,
    });
    return readAnswer(answer, await answer.text(), row, capabilities);
  } catch {
    // A form whose file could not be read to its end cannot have been taken.
    const fault = await unreadableFile(request, isWholeReadable);
    if (!fault) return { kind: 'no-answer', mayHaveTaken: true };
    // An earlier try may have been taken, and can no longer be repeated.
    return row.begun ? { kind: 'outcome-unknown' } : { kind: 'refused', fault };
  }
}

/** Message to a person who changed a creation after a try whose answer was lost: the server has it as it was then. */
export const alreadyThere =
  'В прежнем виде это уже сохранено: ответ сервера не дошёл. Внесите изменения в сохранённое.';

/** Refusal by this device where the server lacks a needed capability. Nothing was sent, so there is no status. */
const unable: MutationFault = {
  status: 0,
  code: 'capability_missing',
  message: 'Сервер больше не умеет принимать это одним изменением. Повторите позже или внесите по частям.',
  fields: {},
};

function readAnswer(
  { status, isOk, isPortal, retryAfterMs }: Answer,
  text: string,
  { request, rekeyed }: OutboxRow,
  capabilities: Capabilities,
): MutationAnswer | 'unauthorized' {
  const ours = isOurs(capabilities);
  if (isPortal) return { kind: 'no-answer', mayHaveTaken: true };
  if (status === 401) return 'unauthorized';
  const idPolicy = { keepsIds: keepsIds(capabilities) };
  if (isOk) {
    const reply = parseJson(text);
    // Ours answers in JSON, or with nothing: anything else comes from a filter on the way.
    return ours && text !== '' && reply === undefined
      ? { kind: 'no-answer', mayHaveTaken: true }
      : { kind: 'sent', reply, ...idPolicy };
  }
  if (status === 408 || status === 429 || status >= 500) {
    // Ours may have taken it before it failed, or before its gateway did; the next try has the same key.
    const mayHaveTaken = status === 502 || status === 504 || (remembersAnswers(capabilities) && status >= 500);
    // A rate limit of our server says what there was too much of.
    const limit = status === 429 && isOwnRefusal(text) && { fault: faultOf(status, parseJson(text)) };
    return { kind: 'busy', retryAfterMs, mayHaveTaken, ...limit };
  }
  if (ours && !isTooLarge(status) && !isOwnRefusal(text)) return { kind: 'no-answer', mayHaveTaken: true };
  const fault = faultOf(status, parseJson(text));
  const isAlreadyDone = request.settled?.some((each) => each === status || each === fault.code) ?? false;
  if (isAlreadyDone) return { kind: 'sent', reply: undefined, ...idPolicy };
  // The id is ours and random: only an earlier try of this very mutation can have taken it.
  if (fault.code === 'id_taken' && !rekeyed) return { kind: 'sent', reply: undefined, idTaken: true, ...idPolicy };
  if (fault.code === 'id_taken') return { kind: 'refused', fault: { ...fault, message: alreadyThere } };
  return { kind: fault.code === 'version_conflict' ? 'conflict' : 'refused', fault };
}

function faultOf(status: number, body: unknown): MutationFault {
  const fields: { code?: unknown; data?: unknown } = typeof body === 'object' && body !== null ? body : {};
  const serverMessage = readMessage(body);
  return {
    status,
    code: typeof fields.code === 'string' ? fields.code : '',
    message: serverMessage ?? wordsFor(status),
    serverMessage,
    fields: readFieldErrors(body),
    ...(fields.data === undefined ? {} : { current: fields.data }),
  };
}

function wordsFor(status: number): string {
  if (status === 403) return 'Недостаточно прав';
  if (status === 404) return 'На сервере этого больше нет';
  if (status === 413) return 'Сервер не принимает столько данных';
  return 'Сервер отклонил изменение';
}

/** Answers that say nothing of the connection. */
const saysNothingOfConnection: ReadonlySet<MutationAnswer['kind']> = new Set([
  'signed-out',
  'outcome-unknown',
  'cancelled',
  'cannot-record',
]);

/** Reports to the connectivity what the answer to a mutation says of it. */
export function reportAnswer(
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure' | 'reportBusy'>,
  answer: MutationAnswer,
): void {
  const { kind } = answer;
  if (kind === 'no-answer') connectivity.reportFailure();
  else if (kind === 'busy') connectivity.reportBusy();
  // A refusal without a status came from this device.
  else if (!saysNothingOfConnection.has(kind) && !(kind === 'refused' && answer.fault.status === 0))
    connectivity.reportSuccess();
}
