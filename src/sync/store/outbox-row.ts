/**
 * waiting: to be sent, or being sent; failed: refused by the server; conflict: based on a version that somebody else
 * has changed meanwhile; unsure: the server may have taken it, its answer was lost, and it cannot be repeated under its key
 * (a plain provider has none, or a file is gone); unnamed: a plain provider took it and did not say under which id; sent: the
 * server has it, and the screens that show it are being refetched.
 */
export const mutationStates = ['waiting', 'failed', 'conflict', 'unsure', 'unnamed', 'sent'] as const;
export type MutationState = (typeof mutationStates)[number];

/** A complete request: neither the screen nor the page that made it is needed to send it. */
export interface StoredRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with its ids filled in. */
  path: string;
  /** The body in its wire form; undefined where there is none or a form. */
  body?: Record<string, unknown> | undefined;
  /** The parts of form data, in order. */
  form?: [name: string, value: string | File][] | undefined;
  /**
   * All other known fields of the thing, in their wire form: a plain provider may take a body for the whole and gets
   * them too. Our own server keeps the fields that are not named.
   */
  whole?: Record<string, unknown> | undefined;
  /** Fields of body or form that only our own server knows: a plain provider does not get them. */
  extras?: string[] | undefined;
  /** Statuses or codes of a refusal that say that it is done already: 404 of a deletion, `conflict` of a member. */
  settled?: (number | string)[] | undefined;
  /** Delta body for a server with this capability: it replaces the field. */
  lighter?: { capability: string; field: string; body: Record<string, unknown> } | undefined;
  /** Capability without which the request would mean something else: a server that lost it does not get the request. */
  needs?: string | undefined;
  /**
   * Whether a minimal reply is enough, since it would only repeat the request. Only our own server is asked for one.
   */
  brief?: boolean | undefined;
}

/** Why a mutation was not taken, in the server's words. */
export interface MutationFault {
  status: number;
  code: string;
  message: string;
  /** The message as the server wrote it; undefined where `message` is only the client's text for the status. */
  serverMessage?: string | undefined;
  fields: Record<string, string>;
  /** The server's present state; only of a version conflict. */
  current?: unknown;
}

/** A mutation as a screen hands it in. */
export interface NewMutation {
  kind: string;
  /** Mutations of one scope are sent in their order: `protocol:{id}`, `meeting:{id}`, … */
  scope: string;
  /** Scope of the whole that the entity is a part of, though it has one of its own: `series:{id}` of one meeting. */
  partOf?: string | undefined;
  /** The entity that is changed. A refused mutation holds up only later ones of the same entity, and what it creates. */
  subject: string;
  /** The client's id of a new entity. */
  creates?: string | undefined;
  /** Ids of parts that it adds to its thing, which others may name: new questions of an agenda. */
  brings?: string[] | undefined;
  /** What it was made from, to show it and to edit it again. Plain data and Files. */
  variables: unknown;
  /** Its title in the queue: «Протокол «Совет», повестка». */
  title: string;
  request: StoredRequest;
  /** An earlier form of it, under another key, may have reached the server. */
  rekeyed?: boolean | undefined;
  /** Queued mutations that the person saw in what this one changes: after those alone it is no conflict. */
  basedOn?: readonly string[] | undefined;
}

/** A mutation as IndexedDB keeps it, until the server has it or the person discards it. Times are epoch milliseconds. */
export interface OutboxRow extends Omit<NewMutation, 'basedOn'> {
  seq: number;
  /** Its `Idempotency-Key`. */
  id: string;
  ownerId: string;
  state: MutationState;
  /** Set while a request is under way: where it is set at a start, the page died before the answer. */
  begun: boolean;
  /** Number of failures in a row, by which the backoff grows. */
  attempt: number;
  nextAttemptAt: number | null;
  fault: MutationFault | null;
  createdAt: number;
  /** Of a deletion that can be undone: until then neither page nor worker sends it. Older rows have none. */
  notBefore?: number | undefined;
  /** The unsent creation that a deletion cancels. Both are dropped at the end of the undo period. */
  withdraws?: string | undefined;
  /** Of an edit of fields that an unsent edit changes which the person had not seen: it keeps its version, for a conflict. */
  keepsVersion?: boolean;
  /** When a row became `sent`: data read later includes it. */
  sentAt?: number;
  /** Of a `sent` row: the version that it was based on, and the one that it made. */
  step?: VersionStep | undefined;
}

/** A row before the database has given it its number. */
export type NewOutboxRow = Omit<OutboxRow, 'seq'>;

export interface VersionStep {
  from: number;
  to: number;
}

/** The id that a provider gave to what was created under ours. */
export interface RenamedId {
  ownerId: string;
  from: string;
  to: string | number;
}

/** Whether a mutation waits until a person decides. */
export function needsPerson({ state }: Pick<OutboxRow, 'state'>): boolean {
  return state === 'failed' || state === 'conflict' || state === 'unsure' || state === 'unnamed';
}

/**
 * Whether it is a refused creation of what the server has in an earlier form: no other mutation of that thing needs it.
 */
export function isThere({ fault }: Pick<OutboxRow, 'fault'>): boolean {
  return fault?.code === 'id_taken';
}

/**
 * Whether the request names this id anywhere, as a whole value: the id of a plain provider may be a digit.
 * @param kind only where it stands for a thing of this kind (`kindOf`); by default wherever it stands
 */
export function namesId({ request }: Pick<OutboxRow, 'request'>, id: string, kind?: string): boolean {
  const { path, body, form } = request;
  const parts = path.split(/[/?&=]/);
  if (parts.some((part, at) => isOrFollows(part, encodeURIComponent(id)) && isOfKind(parts[at - 1], kind))) return true;
  if (mentionsId(body, id, kind)) return true;
  return (
    form?.some(
      ([name, value]) => mentionsId({ [name]: value }, id, kind) || mentionsId({ [name]: partOfForm(value) }, id, kind),
    ) ?? false
  );
}

function mentionsId(value: unknown, id: string, kind: string | undefined, isOf = kind === undefined): boolean {
  if (typeof value === 'string' || typeof value === 'number') return isOf && isOrFollows(String(value), id);
  if (Array.isArray(value)) return value.some((item) => mentionsId(item, id, kind, isOf));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (isOf && name === id) || mentionsId(inner, id, kind, name === 'id' ? isOf : isOfKind(name, kind)),
  );
}

/**
 * Whether the value is this id, or that of an occurrence of its series: one of our own ids and a day (`meetingIdOn`).
 */
function isOrFollows(value: string, id: string): boolean {
  if (!value.startsWith(id)) return false;
  return value.length === id.length || (/^-\d{8}$/.test(value.slice(id.length)) && !/^\d+$/.test(id));
}

function isOfKind(name: string | undefined, kind: string | undefined): boolean {
  return kind === undefined || (name !== undefined && kindOf(name) === kind);
}

/** The kind of thing that a segment of a path or a field is about: `bodies` of `bodies`, `body_id` and `past_body_ids[]`. */
function kindOf(name: string): string {
  const word =
    name
      .replace(/\[\]$/, '')
      .replace(/_ids?$/, '')
      .split('_')
      .at(-1) ?? '';
  return word.endsWith('s') ? word : `${word.replace(/y$/, 'ie')}s`;
}

/**
 * Whether a mutation names the thing that a deletion deletes. A plain provider numbers the things of each kind from
 * one: a number means this thing only where its kind is named. A generated id belongs to one thing alone.
 */
export function namesDeletedThing(row: Pick<OutboxRow, 'request'>, deletion: Subject): boolean {
  return namesId(row, deletion.subject, kindOfNumber(deletion));
}

type Subject = Pick<OutboxRow, 'scope' | 'subject' | 'request'>;

/**
 * Whether two mutations are of the same entity. The same number is another one where the paths name other kinds, and within
 * another protocol: a provider that gives members no ids has them named by their user.
 */
export function isSameEntity(one: Subject, other: Subject): boolean {
  if (one.subject !== other.subject) return false;
  if (one.scope !== other.scope && kindOfScope(one) === kindOfScope(other)) return false;
  const kind = kindOfNumber(one);
  return kind === undefined || kind === (kindOfNumber(other) ?? kind);
}

/** Whether a deletion ends its whole scope: that of a protocol, with its tasks and members. */
export function endsScope(deletion: Subject): boolean {
  const { request, scope, subject } = deletion;
  if (request.method !== 'DELETE' || !scope.endsWith(`:${subject}`)) return false;
  const kind = kindOfNumber(deletion);
  return kind === undefined || kind === kindOf(kindOfScope(deletion));
}

function kindOfScope({ scope }: Subject): string {
  return scope.split(':', 1)[0] ?? '';
}

/** Returns the kind of the entity where its id is a number, by the path; undefined for a generated id. */
function kindOfNumber({ request, subject }: Subject): string | undefined {
  if (!/^\d+$/.test(subject)) return undefined;
  const parts = request.path.split('/');
  const collection = parts[parts.lastIndexOf(subject) - 1];
  return collection && kindOf(collection);
}

/** Parses a form value that is JSON: form data carries everything but texts and files as JSON. */
function partOfForm(value: string | File): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Returns the later mutations that cannot be sent without this one: those that name what it creates, and what they create. */
export function dependentsOf(rows: readonly OutboxRow[], row: OutboxRow): OutboxRow[] {
  const made = new Set(row.creates === undefined || isThere(row) ? [] : [row.creates]);
  const found: OutboxRow[] = [];
  for (const later of rows) {
    if (later.seq <= row.seq || ![...made].some((id) => namesId(later, id))) continue;
    found.push(later);
    if (later.creates !== undefined) made.add(later.creates);
  }
  return found;
}

/** Returns the text of a field as a mutation sends it, in a body or in form data; undefined where it sends none. */
export function sentField({ request }: Pick<OutboxRow, 'request'>, name: string): string | undefined {
  const value = request.body?.[name] ?? request.form?.find(([part]) => part === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
