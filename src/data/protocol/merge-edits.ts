import { blocksOf, type FormattedText, type Passage, passages } from '#contract/protocols/formatted-text.ts';
import type { AgendaItem, Decision, ProtocolUpdate } from '#contract/protocols/protocol.ts';

/** Side of a conflict. */
export type Side = 'mine' | 'theirs';

/** A part of a protocol that the person changed and that differs on the server. */
export interface Difference {
  /**
   * «title», «agenda/a1/listened», «agenda/a1» for an item that one side lacks, «agenda» for the order;
   * «agenda/a1/decisions/d1» for a decision, «agenda/a1/decisions» for their order.
   */
  key: string;
  /**
   * Name of the field; «speaker» for both of its fields, «listened» for the text with its formatting; undefined for a
   * whole agenda item, and for the order of the items.
   */
  field?: string | undefined;
  /** The agenda item that it belongs to. */
  item?: AgendaItem | undefined;
  mine: unknown;
  theirs: unknown;
  /** Somebody else has changed it too since the editing began. */
  isChangedOnBothSides: boolean;
}

type Fields = Record<string, unknown>;
type Choose = (difference: Difference) => Side;
type About = Pick<Difference, 'key' | 'field' | 'item'>;
/** What a part was, what the person made of it, and what it is on the server. */
type Versions<T> = [base: T, mine: T, theirs: T];

/**
 * Applies an edit to the server's current state. Parts that the person did not change are the server's; for the changed
 * ones `choose` decides. Returns the fields that then differ from the server's.
 */
export function mergeProtocol(base: Fields, change: ProtocolUpdate, theirs: Fields, choose: Choose): ProtocolUpdate {
  const merged: Fields = {};
  for (const [field, mine] of Object.entries(change)) {
    const value =
      field === 'agenda'
        ? mergeList({ key: 'agenda' }, [itemsOf(base), itemsOf(change), itemsOf(theirs)], choose, mergeItem)
        : pick({ key: field, field }, base[field], mine, theirs[field], choose);
    if (!isSame(value, theirs[field])) merged[field] = value;
  }
  return merged;
}

/** Returns the parts for the person to decide: all parts of the edit that differ on the server. */
export function differences(base: Fields, change: ProtocolUpdate, theirs: Fields): Difference[] {
  const found: Difference[] = [];
  mergeProtocol(base, change, theirs, (difference) => {
    found.push(difference);
    return 'mine';
  });
  return found;
}

type Entry = { id?: string | undefined };

/** Merges two versions of a list; an entry for which `merge` returns nothing is left out. */
function mergeList<E extends Entry>(
  about: About,
  [base, mine, theirs]: Versions<readonly E[]>,
  choose: Choose,
  merge: (...args: [...Versions<E | undefined>, Choose]) => E | undefined,
): E[] {
  const byId = (list: readonly E[]) => new Map(list.map((each) => [each.id, each]));
  const [before, own, others] = [byId(base), byId(mine), byId(theirs)];
  const kept = new Map<string | undefined, E>();
  for (const id of new Set([...own.keys(), ...others.keys()])) {
    const entry = merge(before.get(id), own.get(id), others.get(id), choose);
    if (entry) kept.set(id, entry);
  }
  return mergeOrder(about, [base, mine, theirs], choose).flatMap((id) => kept.get(id) ?? []);
}

function mergeItem(
  base: AgendaItem | undefined,
  mine: AgendaItem | undefined,
  theirs: AgendaItem | undefined,
  choose: Choose,
): AgendaItem | undefined {
  const item = mine ?? theirs;
  if (!item) return undefined;
  const place = `agenda/${item.id}`;
  if (!mine || !theirs) return pick({ key: place, item }, base, mine, theirs, choose);
  // An untouched item stays the same object, so that it is not rendered again.
  if (mine === base || mine === theirs) return theirs;
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter((each) => !joinedFields.has(each));
  const values = names.map((field) => {
    const about = { key: `${place}/${field}`, field, item: theirs };
    const merge = field === 'decisions' ? mergeDecisions : pick<unknown>;
    return [field, merge(about, base?.[field], mine[field], theirs[field], choose)] as const;
  });
  const about = { key: `${place}/speaker`, field: 'speaker', item: theirs };
  const speaker = pick(about, speakerOf(base), speakerOf(mine), speakerOf(theirs), choose);
  const from = isSame(speaker, speakerOf(theirs)) ? theirs : mine;
  const spoken = Object.entries(from).filter(([field]) => speakerFields.has(field));
  const passageValues = passages.flatMap((field) => {
    const about = { key: `${place}/${field}`, field, item: theirs };
    const [was, own, other] = [base, mine, theirs].map((each) => each && passageOf(each, field));
    const picked = pick<PassageValue | undefined>(about, was, own, other, choose);
    const isKnown = [mine, theirs].some((each) => blocksOf(each, field));
    const { text, blocks } = isFormatted(picked) ? picked : { text: picked, blocks: isKnown ? null : undefined };
    return [[field, text] as const, [`${field}_blocks`, blocks] as const];
  });
  // Fields that neither side has are omitted, so that the result equals the server's later answer.
  const known = [...values, ...passageValues, ...spoken].filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), id: item.id };
}

/** Merges decisions one by one; without an id for each they are one part. */
function mergeDecisions(about: About, base: unknown, mine: unknown, theirs: unknown, choose: Choose): unknown {
  const versions = [base, mine, theirs].map((list) => (list ?? []) as Decision[]) as Versions<Decision[]>;
  const isListed = (list: Decision[]) => new Set(list.flatMap(({ id }) => id || [])).size === list.length;
  if (!versions.every(isListed)) return pick(about, base, mine, theirs, choose);
  const merged = mergeList(about, versions, choose, (was, own, other) =>
    pick({ ...about, key: `${about.key}/${(own ?? other)?.id}` }, was, own, other, choose),
  );
  return isSame(merged, theirs) ? theirs : merged;
}

const speakerFields: ReadonlySet<string> = new Set(['speaker_id', 'speaker_name']);
/** Fields that are merged together with another one. */
const joinedFields: ReadonlySet<string> = new Set([
  ...speakerFields,
  ...passages.flatMap((each) => [each, `${each}_blocks`]),
]);

/** A formatted passage; an unformatted one is a plain text. */
export interface FormattedPassage {
  text: AgendaItem[Passage];
  blocks: FormattedText;
}

type PassageValue = AgendaItem[Passage] | FormattedPassage;

function passageOf(item: AgendaItem, passage: Passage): PassageValue {
  const blocks = blocksOf(item, passage);
  return blocks ? { text: item[passage], blocks } : item[passage];
}

/** Whether one side of a difference is a formatted text. */
export function isFormatted(value: unknown): value is FormattedPassage {
  return isFields(value) && 'blocks' in value;
}

/** Returns the speaker: the name only for somebody who is not a user, since beside an id it adds nothing. */
function speakerOf(item: AgendaItem | undefined): Pick<AgendaItem, 'speaker_id' | 'speaker_name'> | null {
  if (item?.speaker_id) return { speaker_id: item.speaker_id };
  return item?.speaker_name ? { speaker_name: item.speaker_name } : null;
}

/** Returns the ids in the order of one side; entries that only the other side has follow the same one as there. */
function mergeOrder(about: About, [base, mine, theirs]: Versions<readonly Entry[]>, choose: Choose): Entry['id'][] {
  const there = new Set(theirs.map(({ id }) => id));
  const everywhere = new Set(mine.map(({ id }) => id).filter((id) => there.has(id)));
  const ordered = (list: readonly Entry[]) => list.map(({ id }) => id).filter((id) => everywhere.has(id));
  const side = pick(about, ordered(base), ordered(mine), ordered(theirs), choose);
  const isMine = isSame(side, ordered(mine));
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const order = first.map(({ id }) => id);
  const known = new Set(order);
  for (const [index, { id }] of second.entries()) {
    if (known.has(id)) continue;
    known.add(id);
    const before = second.slice(0, index).findLast((each) => order.includes(each.id));
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id);
  }
  return order;
}

function pick<T>(about: About, base: T, mine: T, theirs: T, choose: Choose): T {
  if (isSame(mine, base)) return theirs;
  if (isSame(mine, theirs)) return mine;
  return choose({ ...about, mine, theirs, isChangedOnBothSides: !isSame(theirs, base) }) === 'mine' ? mine : theirs;
}

function itemsOf({ agenda }: Fields): AgendaItem[] {
  return (agenda as AgendaItem[] | null | undefined) ?? [];
}

/** Whether two values are equal: all forms of emptiness are equal, and so are all notations of an instant. */
function isSame(one: unknown, other: unknown): boolean {
  // Most of an agenda consists of unchanged objects.
  if (one === other) return true;
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one === 'string' && typeof other === 'string') return isSameMoment(one, other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(isEmpty);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function isSameMoment(one: string, other: string): boolean {
  return moment.test(one) && moment.test(other) && Date.parse(one) === Date.parse(other);
}
