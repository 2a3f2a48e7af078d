import {
  endsScope,
  isSameEntity,
  type NewOutboxRow,
  namesId,
  type OutboxRow,
  type RenamedId,
  type VersionStep,
} from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';
import { backoffMs, networkRetryMs } from '../time/backoff.ts';
import type { MutationAnswer } from './send.ts';

export interface AnswerContext {
  now: number;
  /** In [0, 1). */
  random: number;
  /** Ids that others wait for: the protocols of queued uploads. */
  awaited: readonly string[];
}

/**
 * Returns what an answer changes in the rows; a pure step. A mutation that the server took becomes `sent`. The later ones that
 * are based on it get its new version, and the id that a provider gave to what it created.
 */
export function afterAnswer(
  rows: readonly OutboxRow[],
  sent: OutboxRow,
  answer: MutationAnswer,
  { now, random, awaited }: AnswerContext,
): OutboxChange {
  const row = currentRow(rows, sent);
  // The retry time is cleared: a past time would make it be sent again at once.
  const idle = { begun: false, nextAttemptAt: null, notBefore: undefined };
  switch (answer.kind) {
    case 'sent':
      return afterSent(rows, sent, answer, { now, awaited });
    case 'busy': {
      const wait = Math.max(answer.retryAfterMs, backoffMs(sent.attempt, random));
      // A busy server does not say what became of an earlier try either.
      const begun = answer.mayHaveTaken || sent.begun;
      const fault = answer.fault ?? null;
      return change(row, { begun, attempt: sent.attempt + 1, nextAttemptAt: now + wait, fault });
    }
    case 'refused':
      return change(row, { ...idle, state: 'failed', fault: answer.fault });
    case 'conflict':
      return change(row, { ...idle, state: 'conflict', fault: answer.fault });
    case 'outcome-unknown':
      return change(row, { ...idle, state: 'unsure' });
    case 'no-answer':
      // A mutation that was sent without an answer may have been taken: by this try, which a full device did not record,
      // or by an earlier one.
      return change(row, {
        begun: answer.mayHaveTaken || sent.begun,
        attempt: sent.attempt + 1,
        nextAttemptAt: now + networkRetryMs(sent.attempt, random),
      });
    case 'signed-out':
    case 'cancelled':
    case 'cannot-record':
      return change(row, { ...idle, begun: sent.begun });
  }
}

/** Returns the id in a reply as the provider sent it; undefined where it names none. */
export function idIn(reply: unknown): string | number | undefined {
  const body = field(reply, 'data') ?? reply;
  const id = field(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Returns the version that an edit was based on, and the one that it made. */
export function versionStep(sent: OutboxRow, reply: unknown): VersionStep | undefined {
  const from = sent.request.body?.version;
  const to = field(field(reply, 'data') ?? reply, 'version');
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}

/** Returns the mutation with every occurrence of an id replaced by another. */
export function withId<Row extends NewOutboxRow>(row: Row, from: string, to: string | number): Row {
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
  const row = currentRow(rows, sent);
  // The row stays until a page shows its result; that needs no body.
  const request = { method: sent.request.method, path: sent.request.path };
  const step = versionStep(sent, reply);
  const asSent = change(row, { state: 'sent', sentAt: now, begun: false, request, step });
  if (sent.request.method === 'DELETE') return { ...asSent, drop: obsoleteAfterDeletion(rows, sent) };
  const later = rows.filter(({ seq, id }) => seq > sent.seq || (seq === sent.seq && id !== sent.id));
  if (step) {
    const isBasedOnIt = ({ subject, request, keepsVersion }: OutboxRow) =>
      subject === sent.subject && request.body?.version === step.from && !keepsVersion;
    return { put: [...(asSent.put ?? []), ...later.filter(isBasedOnIt).map((row) => withVersion(row, step.to))] };
  }
  const made = sent.creates;
  const given = idIn(reply);
  if (made === undefined || keepsIds || String(given) === made) return asSent;
  if (given !== undefined) {
    const { put, renamed: id } = renamed(rows, sent, given);
    return { put: [...(asSent.put ?? []), ...put], renamed: id };
  }
  // It is unknown which of the provider's entities was created, so everything that waits for it needs the person.
  const isAwaited = awaited.includes(made) || later.some((row) => namesId(row, made));
  if (!isAwaited) return asSent;
  return change(row, { state: 'unnamed', begun: false, nextAttemptAt: null });
}

/**
 * Returns the row of a mutation as it is now. It may have been discarded while the request was under way; with another id it
 * is another mutation in its place, which the answer is not for: the device did not record the sending.
 */
function currentRow(rows: readonly OutboxRow[], { seq, id }: OutboxRow): OutboxRow | undefined {
  return rows.find((row) => row.seq === seq && row.id === id);
}

/** Returns the unsent mutations of a thing that was deleted: edits that were refused, and what waited behind them. */
function obsoleteAfterDeletion(rows: readonly OutboxRow[], deletion: OutboxRow): OutboxRow[] {
  const isWhole = endsScope(deletion);
  return rows.filter(
    (row) => row.seq < deletion.seq && (isSameEntity(row, deletion) || (isWhole && row.scope === deletion.scope)),
  );
}

/** Returns the change when the provider gave another id to what a mutation created: later mutations name it by that. */
export function renamed(rows: readonly OutboxRow[], sent: OutboxRow, to: string | number) {
  const from = sent.creates ?? '';
  const renamedId: RenamedId = { ownerId: sent.ownerId, from, to };
  const put = rows.filter((row) => row.seq > sent.seq && namesId(row, from)).map((row) => withId(row, from, to));
  return { put, drop: [sent], renamed: renamedId } satisfies OutboxChange;
}

export function withVersion<Row extends NewOutboxRow>(row: Row, version: number): Row {
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
