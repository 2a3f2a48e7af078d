import {
  isSameEntity,
  type NewMutation,
  type NewOutboxRow,
  type OutboxRow,
  type RenamedId,
  type VersionStep,
} from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { withId, withVersion } from './after-answer.ts';

/** A new row that still holds its `basedOn`, and the ids of its form; `asOfNow` turns it into the row to store. */
type DraftRow = NewOutboxRow & Pick<NewMutation, 'basedOn'>;

export interface RowContext {
  ownerId: string;
  deps: { clock: Clock; newId(): string };
  /** The version that each own, sent edit was based on, and the version that it made. */
  versions: ReadonlyMap<string, VersionStep>;
  /** Ids that a provider gave to things created here, by the client's id. */
  newIds: ReadonlyMap<string, string | number>;
}

/** Returns the row of a new mutation as its form made it. */
export function newOutboxRow(mutation: NewMutation, { ownerId, deps }: RowContext): DraftRow {
  return {
    ...mutation,
    id: deps.newId(),
    ownerId,
    state: 'waiting',
    begun: false,
    attempt: 0,
    nextAttemptAt: null,
    fault: null,
    createdAt: deps.clock.now(),
  };
}

/**
 * Returns the row with the version that is current by now, where an own edit that it is based on has been sent since its form
 * was opened, and with the ids of the provider where it has given others than ours.
 * @param rows the unsent rows of the device: one that it is not based on may be an unseen edit of the same fields
 * @param sent the sent rows that the device still has: an edit of another tab is known from them alone
 * @param ids the new ids on the device: one that another tab has just adopted is known from them alone
 */
export function asOfNow(
  { basedOn = [], ...draft }: DraftRow,
  { versions, newIds }: RowContext,
  rows: readonly OutboxRow[] = [],
  sent: readonly OutboxRow[] = [],
  ids: readonly RenamedId[] = [],
): NewOutboxRow {
  let row = withNewIds(draft, ids);
  for (const [from, to] of newIds) row = withId(row, from, to);
  for (const edit of basedOn) {
    const step = versions.get(edit) ?? sent.find(({ id }) => id === edit)?.step;
    if (step && row.request.body?.version === step.from) row = withVersion(row, step.to);
  }
  const isUnseen = (each: OutboxRow) =>
    isSameEntity(each, row) && !basedOn.includes(each.id) && changesSameField(each, row);
  return rows.some(isUnseen) ? { ...row, keepsVersion: true } : row;
}

/**
 * Whether two edits with versions change a field in common. One that both leave alike was changed by neither: fields that
 * this version does not know are in every body.
 */
function changesSameField(
  { request: { body: one } }: NewOutboxRow,
  { request: { body: other } }: NewOutboxRow,
): boolean {
  if (one?.version === undefined || other?.version === undefined) return false;
  return Object.keys(one).some(
    (name) => name !== 'version' && name in other && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

/** Returns the mutation with the ids that a provider has given instead of ours. */
export function withNewIds<Row extends NewOutboxRow>(row: Row, ids: readonly RenamedId[]): Row {
  return ids.reduce((renamed, { from, to }) => withId(renamed, from, to), row);
}
