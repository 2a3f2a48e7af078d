import type { Page } from '#contract/envelope.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';
import { needsPerson, type OutboxRow } from '../store/outbox-row.ts';
import { type Change, type ChangeContext, type Creation, type Optimistic, withUnsent } from './change.ts';
import type { Collection, Place } from './collection.ts';
import { changesOf } from './registry.ts';

/** Returns a list with queued mutations applied, as it is once the server has all of them. */
export function applyToList<T extends object, F>(
  collection: Collection<T, F>,
  entities: readonly T[],
  rows: readonly OutboxRow[],
  place: Place<F> = {},
): Optimistic<T>[] {
  let list: Optimistic<T>[] = [...entities];
  for (const row of rows)
    for (const change of changesTo(collection, row)) list = applyChange(collection, list, change, row, place);
  return list;
}

/** Returns an entity with queued mutations applied; made of them alone where nothing was read of it. A removal only marks it. */
export function applyToEntity<T extends object, F>(
  collection: Collection<T, F>,
  entity: T | undefined,
  id: string,
  rows: readonly OutboxRow[],
): Optimistic<T> | undefined {
  let optimistic: Optimistic<T> | undefined = entity;
  for (const row of rows)
    for (const change of changesTo(collection, row)) {
      if (change.kind === 'create') {
        if (!optimistic && change.which === id) optimistic = withUnsent<T>(change.make(contextOf(row)), [row]);
      } else if (optimistic && (typeof change.which === 'function' ? change.which(optimistic) : change.which === id)) {
        if (change.kind === 'update') optimistic = updated(optimistic, change, row);
        else if (change.kind === 'remove' && needsPerson(row)) optimistic = withUnsent<T>(optimistic, [row]);
      }
    }
  return optimistic;
}

/** Which page it is, and when its fetch began (epoch milliseconds; 0 where it was never read). */
export interface ShownPage<F> {
  page: number;
  readAt: number;
  filter?: F | undefined;
}

/**
 * Returns a page with queued mutations applied. New entities stand at the top of the first page, as in a list that
 * begins with the newest, and the total is adjusted. A page that was never read consists of the new ones alone. An
 * entity that no longer matches the filter stays until the server has the change, so that one more click can reverse
 * it.
 */
export function applyToPage<T extends object, F>(
  collection: Collection<T, F>,
  page: Page<T> | undefined,
  rows: readonly OutboxRow[],
  { page: number, readAt, filter }: ShownPage<F>,
): Page<Optimistic<T>> | undefined {
  let list: Optimistic<T>[] = [...(page?.rows ?? [])];
  let totalChange = 0;
  for (const row of rows) {
    const isInPage = isIncludedAt(row, readAt);
    for (const change of changesTo(collection, row)) {
      if (change.kind === 'create') {
        const made = withUnsent<T>(change.make(contextOf(row)), [row]);
        if (isInPage || includes(collection, list, made) || collection.matches?.(made, filter, false) === false)
          continue;
        if (number === 1) list = [made, ...list];
        totalChange += 1;
      } else if (change.kind === 'count') {
        list = applyCount(collection, list, change, row, isInPage);
      } else {
        const before = list.length;
        list = applyChange(collection, list, change, row);
        totalChange += list.length - before;
      }
    }
  }
  if (collection.sort && list.some(({ unsent }) => unsent)) list = collection.sort(list, filter);
  if (page) {
    const { meta } = page;
    const total = meta.total === undefined ? {} : { total: Math.max(0, meta.total + totalChange) };
    return { rows: list, meta: { ...meta, ...total } };
  }
  if (number !== 1 || list.length === 0) return undefined;
  return { rows: list, meta: { current_page: 1, per_page: 15, has_next: false } };
}

/** Applies a change of counts; where the page has it already, or the server refused the removal, only marks the entity. */
function applyCount<T extends object, F>(
  collection: Collection<T, F>,
  list: Optimistic<T>[],
  change: Extract<Change<T>, { kind: 'count' }>,
  row: OutboxRow,
  isInPage: boolean,
): Optimistic<T>[] {
  const isSkipped = isInPage || (needsPerson(row) && change.isRemoval);
  return mapMatching(collection, list, change, (each) => {
    const counted: Optimistic<T> = isSkipped ? each : change.apply(each);
    return change.isUnmarked ? counted : withUnsent<T>(counted, [row]);
  });
}

/** Returns a list with a change applied that the server has: nothing is marked as unsent. Without a `place` it is a page. */
export function applyConfirmed<T extends object, F>(
  collection: Collection<T, F>,
  list: Optimistic<T>[],
  change: Change<T>,
  place?: Place<F>,
): Optimistic<T>[] {
  return applyChange(collection, list, change, undefined, place);
}

/**
 * Returns a list with one change applied. Untouched entities stay the same objects. Only a creation, or an update with a
 * `base`, brings an entity into a list.
 * @param row the queued mutation, by which entities are marked as unsent; undefined once the server has it
 * @param place the place of the list; undefined for a page
 */
function applyChange<T extends object, F>(
  collection: Collection<T, F>,
  list: Optimistic<T>[],
  change: Change<T>,
  row: OutboxRow | undefined,
  place?: Place<F>,
): Optimistic<T>[] {
  if (change.kind === 'count') return list;
  if (change.parent !== undefined && place?.parent !== undefined && change.parent !== place.parent) return list;
  if (change.kind === 'create') {
    const made = change.make(contextOf(row));
    if (includes(collection, list, made) || collection.matches?.(made, place?.filter, false) === false) return list;
    return inserted(collection, withOthers(list, change), markedUnsent(made, row));
  }
  if (change.kind === 'remove') {
    if (change.isWithParent && place?.parent !== undefined) return list;
    // An entity whose removal the server refused stays in the list, marked with that mutation.
    if (row && needsPerson(row)) return mapMatching(collection, list, change, (each) => withUnsent<T>(each, [row]));
    const rest = list.filter((each) => !isChanged(collection, change, each));
    return rest.length < list.length ? rest : list;
  }
  if (change.base) return movedInOrOut(collection, list, { ...change, base: change.base }, row, place?.filter);
  if (!list.some((each) => isChanged(collection, change, each))) return list;
  const others = change.others
    ? list.map((each) => (isChanged(collection, change, each) ? each : asOther(each, change)))
    : list;
  return mapMatching(collection, others, change, (each) => updated(each, change, row));
}

/** Applies an update that may bring the entity into this list, or take it out. */
function movedInOrOut<T extends object, F>(
  collection: Collection<T, F>,
  list: Optimistic<T>[],
  change: Extract<Change<T>, { kind: 'update' }> & { base: T },
  row: OutboxRow | undefined,
  filter: F | undefined,
): Optimistic<T>[] {
  const listed = list.find((each) => isChanged(collection, change, each));
  const next = updated<T>(listed ?? change.base, change, row);
  const belongs = collection.matches?.(next, filter, listed !== undefined) ?? true;
  if (!listed) return belongs ? inserted(collection, list, next) : list;
  return belongs ? list.map((each) => (each === listed ? next : each)) : list.filter((each) => each !== listed);
}

/** Whether a query whose fetch began at this moment (epoch milliseconds) includes the mutation for certain. */
export function isIncludedAt({ state, sentAt }: OutboxRow, readAt: number): boolean {
  return state === 'sent' && sentAt !== undefined && sentAt <= readAt;
}

/** Whether a search finds these texts, as far as this device can tell. */
export function matchesSearch(texts: readonly (string | number | null | undefined)[], search: string): boolean {
  return comparisonKey(texts.join(' ')).includes(comparisonKey(search));
}

function changesTo<T extends object, F>(collection: Collection<T, F>, row: OutboxRow): Change<T>[] {
  return changesOf(row).filter(({ entity }) => entity === collection.entity.name);
}

function updated<T extends object>(
  entity: Optimistic<T>,
  change: Extract<Change<T>, { kind: 'update' }>,
  row: OutboxRow | undefined,
): Optimistic<T> {
  const next: Optimistic<T> = change.apply(entity, contextOf(row));
  return change.isUnmarked ? next : markedUnsent(next, row);
}

function withOthers<T>(list: Optimistic<T>[], change: Pick<Creation<T>, 'others'>): Optimistic<T>[] {
  return change.others ? list.map((each) => asOther(each, change)) : list;
}

function asOther<T>(entity: Optimistic<T>, { others }: Pick<Creation<T>, 'others'>): Optimistic<T> {
  return others?.(entity) ?? entity;
}

function markedUnsent<T extends object>(entity: Optimistic<T>, row: OutboxRow | undefined): Optimistic<T> {
  return row ? withUnsent<T>(entity, [row]) : entity;
}

function contextOf(row: OutboxRow | undefined): ChangeContext {
  return { row, mark: (part) => (row ? withUnsent(part, [row]) : part) };
}

function inserted<T extends object, F>(collection: Collection<T, F>, list: Optimistic<T>[], entity: Optimistic<T>) {
  return collection.insert?.(list, entity) ?? [...list, entity];
}

function includes<T extends object, F>({ isSame, idOf }: Collection<T, F>, list: readonly T[], entity: T): boolean {
  return list.some((each) => isSame?.(each, entity) ?? idOf(each) === idOf(entity));
}

function isChanged<T extends object, F>({ idOf }: Collection<T, F>, { which }: Change<T>, entity: T): boolean {
  return typeof which === 'function' ? which(entity) : typeof which === 'string' && idOf(entity) === which;
}

function mapMatching<T extends object, F>(
  collection: Collection<T, F>,
  list: Optimistic<T>[],
  change: Change<T>,
  apply: (entity: Optimistic<T>) => Optimistic<T>,
): Optimistic<T>[] {
  if (!list.some((each) => isChanged(collection, change, each))) return list;
  return list.map((each) => (isChanged(collection, change, each) ? apply(each) : each));
}
