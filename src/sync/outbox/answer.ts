import { names, type OutboxRow, type RenamedId, type VersionStep } from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';
import { backoffMs, lineMs } from '../time/backoff.ts';
import type { MutationAnswer } from './send.ts';

export interface AnswerContext {
  now: number;
  /** In [0, 1). */
  random: number;
  /** Ids that others wait for: the protocols of queued videos. */
  awaited: readonly string[];
}

/**
 * What an answer makes of the mutations: a pure step. A mutation that the server has leaves; its new version goes to the
 * later ones that were made over it, and so does the id under which a provider keeps what it made.
 */
export function afterAnswer(
  rows: readonly OutboxRow[],
  sent: OutboxRow,
  answer: MutationAnswer,
  { now, random, awaited }: AnswerContext,
): OutboxChange {
  // As it is kept now: it may have been discarded while it was on its way.
  const row = rows.find(({ seq }) => seq === sent.seq);
  // Its time is over: to wait for it again would be to try again at once.
  const idle = { begun: false, nextAttemptAt: null, notBefore: undefined };
  switch (answer.kind) {
    case 'sent':
      return afterSent(rows, sent, answer, { now, awaited });
    case 'busy': {
      const wait = Math.max(answer.retryAfterMs, backoffMs(sent.attempt, random));
      // Nor says a server without time what became of an earlier try.
      const begun = answer.mayHaveTaken || sent.begun;
      const fault = answer.fault ?? null;
      return change(row, { begun, attempt: sent.attempt + 1, nextAttemptAt: now + wait, fault });
    }
    case 'refused':
      return change(row, { ...idle, state: 'failed', fault: answer.fault });
    case 'conflict':
      return change(row, { ...idle, state: 'conflict', fault: answer.fault });
    case 'unsure':
      return change(row, { ...idle, state: 'unsure' });
    case 'no-answer':
      // What left without an answer may have been taken: now, or the time before.
      return change(row, {
        ...(answer.isUntaken && { begun: sent.begun }),
        attempt: sent.attempt + 1,
        nextAttemptAt: now + lineMs(sent.attempt, random),
      });
    case 'signed-out':
    case 'taken-back':
    case 'unmarked':
      return change(row, { ...idle, begun: sent.begun });
  }
}

/** The id in a reply as the provider sent it; undefined where it names none. */
export function idIn(reply: unknown): string | number | undefined {
  const body = field(reply, 'data') ?? reply;
  const id = field(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The version that an edit was made over, and the one that it made. */
export function versionStep(sent: OutboxRow, reply: unknown): VersionStep | undefined {
  const from = sent.request.body?.version;
  const to = field(field(reply, 'data') ?? reply, 'version');
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}

/** The same mutation with an id in place of another, wherever it stands. */
export function withId(row: OutboxRow, from: string, to: string | number): OutboxRow {
  const text = String(to);
  const { request } = row;
  return {
    ...row,
    scope: row.scope.replaceAll(from, text),
    subject: row.subject.replaceAll(from, text),
    variables: replaced(row.variables, from, text),
    request: {
      ...request,
      path: request.path.replaceAll(encodeURIComponent(from), encodeURIComponent(text)),
      ...(request.body ? { body: replaced(request.body, from, to) as Record<string, unknown> } : {}),
      ...(request.whole ? { whole: replaced(request.whole, from, to) as Record<string, unknown> } : {}),
      ...(request.form ? { form: request.form.map(([name, value]) => [name, value === from ? text : value]) } : {}),
    },
  };
}

function afterSent(
  rows: readonly OutboxRow[],
  sent: OutboxRow,
  { reply, keepsIds }: Extract<MutationAnswer, { kind: 'sent' }>,
  { now, awaited }: Pick<AnswerContext, 'now' | 'awaited'>,
): OutboxChange {
  const row = rows.find(({ seq }) => seq === sent.seq);
  // It stays until a page shows what it changed; what was sent is not needed for that.
  const request = { method: sent.request.method, path: sent.request.path };
  const step = versionStep(sent, reply);
  const arrived = change(row, { state: 'sent', sentAt: now, begun: false, request, step });
  if (sent.request.method === 'DELETE') return { ...arrived, drop: leftOf(rows, sent) };
  const later = rows.filter(({ seq }) => seq > sent.seq);
  if (step) {
    const over = later.filter((row) => row.subject === sent.subject && row.request.body?.version === step.from);
    return { put: [...(arrived.put ?? []), ...over.map((row) => withVersion(row, step.to))] };
  }
  const made = sent.creates;
  const given = idIn(reply);
  if (made === undefined || keepsIds || String(given) === made) return arrived;
  if (given !== undefined) {
    const { put, renamed: id } = renamed(rows, sent, given);
    return { put: [...(arrived.put ?? []), ...put], renamed: id };
  }
  // Which of the provider's things is ours? Who waits for it cannot go on by itself.
  const isAwaited = awaited.includes(made) || later.some((row) => names(row, made));
  if (!isAwaited) return arrived;
  return change(row, { state: 'unnamed', begun: false, nextAttemptAt: null });
}

/** What was not sent of a thing before it was deleted: edits that were refused, and what waited behind them. */
function leftOf(rows: readonly OutboxRow[], { seq, scope, subject }: OutboxRow): OutboxRow[] {
  // What has a scope of its own takes all of it along: a protocol its tasks and members.
  const isWhole = scope.endsWith(`:${subject}`);
  return rows.filter((row) => row.seq < seq && (row.subject === subject || (isWhole && row.scope === scope)));
}

/** The thing that this mutation made has another id with the provider: every later mutation that names it follows. */
export function renamed(rows: readonly OutboxRow[], sent: OutboxRow, to: string | number) {
  const from = sent.creates ?? '';
  const renamedId: RenamedId = { ownerId: sent.ownerId, from, to };
  const put = rows.filter((row) => row.seq > sent.seq && names(row, from)).map((row) => withId(row, from, to));
  return { put, drop: [sent], renamed: renamedId } satisfies OutboxChange;
}

export function withVersion(row: OutboxRow, version: number): OutboxRow {
  return { ...row, request: { ...row.request, body: { ...row.request.body, version } } };
}

function change(row: OutboxRow | undefined, changes: Partial<OutboxRow>): OutboxChange {
  return row ? { put: [{ ...row, ...changes }] } : {};
}

function replaced(value: unknown, from: string, to: string | number): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, from, to)]));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
