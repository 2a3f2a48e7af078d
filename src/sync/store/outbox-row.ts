/**
 * waiting: to be sent, or on its way; failed: refused by the server; conflict: written over what somebody else changed
 * meanwhile; unsure: a plain provider may have taken it, its answer was lost; unnamed: a plain provider took it and did
 * not say under which id; sent: the server has it, and what shows it is being read again.
 */
export const mutationStates = ['waiting', 'failed', 'conflict', 'unsure', 'unnamed', 'sent'] as const;
export type MutationState = (typeof mutationStates)[number];

/** What is sent, all of it: neither the screen nor the page that made it is needed any more. */
export interface StoredRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with its ids filled in. */
  path: string;
  /** The body in its wire form; undefined where there is none or a form. */
  body?: Record<string, unknown> | undefined;
  /** The parts of form data, in order. */
  form?: [name: string, value: string | File][] | undefined;
  /**
   * All else that is known of the thing, in its wire form: a plain provider may take a body for the whole and gets it too.
   * Our own server keeps what is not named.
   */
  whole?: Record<string, unknown> | undefined;
  /** Fields of body or form that only our own server knows: a plain provider does not get them. */
  extras?: string[] | undefined;
  /** Statuses or codes of a refusal that say that it is done already: 404 of a deletion, `conflict` of a member. */
  settled?: (number | string)[] | undefined;
  /** In fewer words, for a server with this capability: these stand in place of the field. */
  lighter?: { capability: string; field: string; body: Record<string, unknown> } | undefined;
  /** A capability without which it says something else than it should: a server that has it no more does not get it. */
  needs?: string | undefined;
  /** A short answer will do: what is sent is all that it would tell. Our own server is asked for one. */
  brief?: boolean | undefined;
}

/** Why a mutation was not taken, in the server's words. */
export interface MutationFault {
  status: number;
  code: string;
  message: string;
  /** The message as the server wrote it; undefined where `message` is only our word for the status. */
  serverMessage?: string | undefined;
  fields: Record<string, string>;
  /** Of a version conflict: what the server has now. */
  current?: unknown;
}

/** A mutation as a screen hands it in. */
export interface NewMutation {
  kind: string;
  /** Mutations of one scope are sent in their order: `protocol:{id}`, `meeting:{id}`, … */
  scope: string;
  /** The entity that is changed. A refused mutation holds up only later ones of the same entity, and what it creates. */
  subject: string;
  /** The id that the client gave to what is made new. */
  creates?: string | undefined;
  /** Ids of parts that it adds to its thing, which others may name: new questions of an agenda. */
  brings?: string[] | undefined;
  /** What it was made from, to show it and to edit it again. Plain data and Files. */
  variables: unknown;
  /** What it does, for the queue: «Протокол «Совет», повестка». */
  title: string;
  request: StoredRequest;
  /** Queued mutations that the person saw in what this one changes: after them it is no conflict. */
  basedOn?: readonly string[] | undefined;
}

/** A mutation as IndexedDB keeps it, until the server has it or the person discards it. Times are epoch milliseconds. */
export interface OutboxRow extends Omit<NewMutation, 'basedOn'> {
  seq: number;
  /** Its `Idempotency-Key`. */
  id: string;
  ownerId: string;
  state: MutationState;
  /** Set while a request is out: found set at a start, its answer was lost with the page. */
  begun: boolean;
  /** Failures in a row: what the backoff grows with. */
  attempt: number;
  nextAttemptAt: number | null;
  fault: MutationFault | null;
  createdAt: number;
  /** Of a deletion that can be undone: until then neither page nor worker sends it. Older rows have none. */
  notBefore?: number | undefined;
  /** Of a deletion: the mutation that was to make the thing and has not left. Once the time is over both are dropped. */
  withdraws?: string | undefined;
  /** Of a row in state `sent`: since when. What was read later has it already. */
  sentAt?: number;
  /** Of such a row: the version that it was made over, and the one that it made. */
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
 * Whether the request names this id anywhere, as a whole value: the id of a plain provider may be a digit.
 * @param kind only where it stands for a thing of this kind (`kindOf`); by default wherever it stands
 */
export function namesId({ request }: Pick<OutboxRow, 'request'>, id: string, kind?: string): boolean {
  const { path, body, form } = request;
  const parts = path.split(/[/?&=]/);
  if (parts.some((part, at) => part === encodeURIComponent(id) && isOfKind(parts[at - 1], kind))) return true;
  if (mentionsId(body, id, kind)) return true;
  return (
    form?.some(
      ([name, value]) => mentionsId({ [name]: value }, id, kind) || mentionsId({ [name]: partOfForm(value) }, id, kind),
    ) ?? false
  );
}

function mentionsId(value: unknown, id: string, kind: string | undefined, isOf = kind === undefined): boolean {
  if (typeof value === 'string' || typeof value === 'number') return isOf && String(value) === id;
  if (Array.isArray(value)) return value.some((item) => mentionsId(item, id, kind, isOf));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (isOf && name === id) || mentionsId(inner, id, kind, name === 'id' ? isOf : isOfKind(name, kind)),
  );
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
 * Whether a mutation names what a deletion deletes. Things of a plain provider are numbered, those of each kind from one: a
 * number means this thing only where its kind is named. An id that was made is of one thing alone.
 */
export function namesDeletedThing(row: Pick<OutboxRow, 'request'>, { request, subject }: OutboxRow): boolean {
  const parts = request.path.split('/');
  const collection = /^\d+$/.test(subject) ? parts[parts.indexOf(subject) - 1] : undefined;
  return namesId(row, subject, collection && kindOf(collection));
}

/** What is no text goes into form data as JSON. */
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
  const made = new Set(row.creates === undefined ? [] : [row.creates]);
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
