import { readFieldErrors, readMessage } from '#contract/envelope.ts';
import type { Connectivity } from '../connectivity/connectivity.ts';
import { isTooLarge } from '../http/answer-head.ts';
import { type Answer, apiUrl, type Http } from '../http/client.ts';
import type { Outcome } from '../http/outcome.ts';
import { isOwnRefusal, parseJson } from '../http/reply.ts';
import { type TokenSource, withToken } from '../http/token.ts';
import { requestFor } from '../provider/mutation-request.ts';
import { type Capabilities, isOurs, keepsIds, remembersAnswers, type Server } from '../provider/server.ts';
import { isReadable } from '../store/is-readable.ts';
import type { MutationFault, OutboxRow, StoredRequest } from '../store/outbox-row.ts';

/** What came of sending a mutation. */
export type MutationAnswer =
  /**
   * The server has it, under our ids if it keeps them; `reply` is its body, undefined where it is none that can be read.
   * With `idTaken` an earlier try has made it, of which the key knows nothing.
   */
  | { kind: 'sent'; reply: unknown; keepsIds: boolean; idTaken?: true }
  | { kind: 'refused'; fault: MutationFault }
  | { kind: 'conflict'; fault: MutationFault }
  /** The server has no time for it now, or failed; it may have taken it before, and so may one behind a gateway. */
  | { kind: 'busy'; retryAfterMs: number; mayHaveTaken: boolean; fault?: MutationFault }
  /** `isUntaken`: nothing of it can have been taken: it did not leave, or its token was refused. */
  | { kind: 'no-answer'; isUntaken?: true }
  /** A plain provider may have taken it. */
  | { kind: 'unsure' }
  | { kind: 'signed-out' }
  /** Taken back before it left. */
  | { kind: 'taken-back' }
  /** It did not leave: the device could not note that it does, and without keys a second try would double it. */
  | { kind: 'unmarked' };

/** Whether a mutation is still wanted, and the device has noted that it leaves. */
export type Leave = 'noted' | 'not-noted' | 'unwanted';

export interface SendDeps {
  session: TokenSource;
  http: Http;
  askServer(): Promise<Server>;
}

/** A connection that swallows everything must not hold the queue for ever; files have to be sent first. */
const answerMs = 30_000;
const filesAnswerMs = 15 * 60_000;

/**
 * Sends a mutation once. `begin` is awaited before anything leaves, and tells whether it is still wanted. Resolves with
 * what came of it, whatever it was.
 */
export async function sendMutation(
  row: OutboxRow,
  deps: SendDeps,
  begin: () => Promise<Leave>,
): Promise<MutationAnswer> {
  const unreadable = await unreadableFile(row.request);
  if (unreadable && !row.begun) return { kind: 'refused', fault: unreadable };
  const server = await deps.askServer();
  if (server.kind === 'unreachable') return { kind: 'no-answer' };
  const remembers = remembersAnswers(server.capabilities);
  // Sent before, and nobody knows what came of it: only by its key the server can tell.
  if (row.begun && !remembers) return { kind: 'unsure' };
  if (unreadable) return { kind: 'refused', fault: unreadable };
  const { needs } = row.request;
  if (needs !== undefined && !server.capabilities.has(needs)) return { kind: 'refused', fault: unable };
  let isOut = false;
  const outcome = await withToken(deps.session, async (token): Promise<Outcome<MutationAnswer> | 'unauthorized'> => {
    const leave = await begin();
    if (leave === 'unwanted') return { kind: 'ok', value: { kind: 'taken-back' } };
    if (leave === 'not-noted' && !remembers) return { kind: 'ok', value: { kind: 'unmarked' } };
    // Somebody else may have signed in since: what is written is never sent in another's name.
    if ((await deps.session.owner()) !== row.ownerId) return { kind: 'ok', value: { kind: 'signed-out' } };
    isOut = true;
    const answer = await askInEitherForm(row, token, server.capabilities, deps);
    if (answer === 'unauthorized') {
      isOut = false;
      return answer;
    }
    return { kind: 'ok', value: answer };
  });
  if (outcome.kind === 'failed') {
    if (outcome.failure.kind === 'signed-out') return { kind: 'signed-out' };
    if (outcome.failure.kind === 'server') return { kind: 'busy', retryAfterMs: 0, mayHaveTaken: false };
    if (!isOut) return { kind: 'no-answer', isUntaken: true };
    return remembers ? { kind: 'no-answer' } : { kind: 'unsure' };
  }
  const answer = outcome.value;
  const isLost = answer.kind === 'no-answer' || (answer.kind === 'busy' && answer.mayHaveTaken);
  return isLost && !remembers ? { kind: 'unsure' } : answer;
}

/**
 * Sends it, and in its other form where the server has it in that already: it could do more when it took it, or less, and
 * the answer was lost.
 */
async function askInEitherForm(
  row: OutboxRow,
  token: string,
  capabilities: Capabilities,
  deps: SendDeps,
): Promise<MutationAnswer | 'unauthorized'> {
  const answer = await ask(row, token, capabilities, deps);
  const { lighter } = row.request;
  const isTaken =
    answer !== 'unauthorized' && answer.kind === 'refused' && answer.fault.code === 'idempotency_mismatch';
  if (!lighter || !isTaken) return answer;
  const others = new Set(capabilities);
  if (!others.delete(lighter.capability)) others.add(lighter.capability);
  const first = await ask(row, token, others, deps);
  // A key is of one mutation: even where the server does not find its answer again, it has given one.
  const isFound = first === 'unauthorized' || first.kind !== 'refused';
  return isFound ? first : { kind: 'sent', reply: undefined, keepsIds: keepsIds(capabilities) };
}

async function ask(
  row: OutboxRow,
  token: string,
  capabilities: Capabilities,
  { http }: SendDeps,
): Promise<MutationAnswer | 'unauthorized'> {
  const { request } = row;
  try {
    const answer = await http.send({
      ...requestFor(row, capabilities),
      url: apiUrl(request.path),
      token,
      cache: 'no-store',
      limitMs: request.form ? filesAnswerMs : answerMs,
      ownPage: isTooLarge,
    });
    return readAnswer(answer, await answer.text(), request, capabilities);
  } catch {
    // A form breaks off with its file: the server cannot have taken it.
    const fault = await unreadableFile(request, isWhole);
    return fault ? { kind: 'refused', fault } : { kind: 'no-answer' };
  }
}

/** It never left: there is no status. */
const unable: MutationFault = {
  status: 0,
  code: 'capability_missing',
  message: 'Сервер больше не умеет принимать это одним изменением. Повторите позже или внесите по частям.',
  fields: {},
};

function readAnswer(
  { status, isOk, isPortal, retryAfterMs }: Answer,
  text: string,
  request: StoredRequest,
  capabilities: Capabilities,
): MutationAnswer | 'unauthorized' {
  const ours = isOurs(capabilities);
  if (isPortal) return { kind: 'no-answer' };
  if (status === 401) return 'unauthorized';
  const of = { keepsIds: keepsIds(capabilities) };
  if (isOk) {
    const reply = parseJson(text);
    // Ours answers in JSON, or with nothing: a filter's word says that it took the request.
    return ours && text !== '' && reply === undefined ? { kind: 'no-answer' } : { kind: 'sent', reply, ...of };
  }
  if (status === 408 || status === 429 || status >= 500) {
    // Ours may have taken it before it failed, or before its gateway did: the repeat has the same key.
    const mayHaveTaken = status === 502 || status === 504 || (remembersAnswers(capabilities) && status >= 500);
    // A limit of ours says what there was too much of.
    const limit = status === 429 && isOwnRefusal(text) && { fault: faultOf(status, parseJson(text)) };
    return { kind: 'busy', retryAfterMs, mayHaveTaken, ...limit };
  }
  if (ours && !isTooLarge(status) && !isOwnRefusal(text)) return { kind: 'no-answer' };
  const fault = faultOf(status, parseJson(text));
  // The id is ours and random: who has it taken is an earlier try of this very mutation.
  const isSettled = request.settled?.some((each) => each === status || each === fault.code) ?? false;
  if (isSettled) return { kind: 'sent', reply: undefined, ...of };
  if (fault.code === 'id_taken') return { kind: 'sent', reply: undefined, idTaken: true, ...of };
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

/** What says nothing of the connection. */
const silent: ReadonlySet<MutationAnswer['kind']> = new Set(['signed-out', 'unsure', 'taken-back', 'unmarked']);

/** Tells what the answer to a mutation says of the connection. */
export function reportAnswer(
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure' | 'reportBusy'>,
  answer: MutationAnswer,
): void {
  const { kind } = answer;
  if (kind === 'no-answer') connectivity.reportFailure();
  else if (kind === 'busy') connectivity.reportBusy();
  // Without a status it is the device that refused.
  else if (!silent.has(kind) && !(kind === 'refused' && answer.fault.status === 0)) connectivity.reportSuccess();
}

/**
 * The refusal of a mutation with a file whose bytes cannot be read any more: moved, changed or deleted since it was chosen.
 * Undefined where all can be read.
 * @param read how a file is tried; by default by its first byte, which tells of one that is gone as a whole
 */
export async function unreadableFile(
  { form = [] }: Pick<StoredRequest, 'form'>,
  read: (file: File) => Promise<boolean> = isReadable,
): Promise<MutationFault | undefined> {
  for (const [name, value] of form) {
    if (typeof value === 'string' || (await read(value))) continue;
    const message =
      `Файл «${value.name}» больше не читается: возможно, его переместили, изменили или удалили. ` +
      'Выберите его снова или сохраните без него.';
    // It never left: there is no status.
    return { status: 0, code: fileUnreadable, message, fields: { [name.replace(/\[.*$/, '')]: message } };
  }
  return undefined;
}

/** The code of that refusal, which no server gives. */
export const fileUnreadable = 'file_unreadable';

/** Reads a file to its end: a browser does not tell a request that lost its connection from one whose file broke off. */
async function isWhole(file: File): Promise<boolean> {
  try {
    for (let at = 0; at < file.size; at += pieceBytes) await file.slice(at, at + pieceBytes).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const pieceBytes = 1024 * 1024;
