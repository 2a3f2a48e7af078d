import { protocolAddress } from '#contract/protocol-address.ts';
import type { Role } from '#contract/roles.ts';
import type { SearchHit } from '#contract/search/search.ts';
import { readingAddress, withReader } from '#src/data/reading/index.ts';
import { readDate, toDayValue } from '#src/format/index.ts';

/** Returns the address of a hit: of the agenda item, decision, task or moment that was found. */
export function hitAddress(kind: string, hit: SearchHit, role: Role): string {
  const protocolAt = role === 'manager' ? readerAt : screenAt;
  switch (kind) {
    case 'protocol':
      if (hit.at != null) return protocolAt(hit.id, { ...momentOf(hit), show: 'transcript' });
      return protocolAt(hit.id, { show: placeIn(hit.found?.agenda_id, hit.found?.decision_id) });
    case 'decision':
      return protocolAt(hit.protocol_id ?? hit.id, { show: placeIn(hit.agenda_id, hit.decision_id) });
    case 'task':
      if (!hit.protocol_id) return role === 'manager' ? readingAddress({ view: 'tasks' }) : '/main/protocols?tab=tasks';
      return protocolAt(hit.protocol_id, { show: `task:${hit.id}` });
    case 'transcript':
      return protocolAt(hit.protocol_id ?? hit.id, { ...momentOf(hit), show: 'transcript' });
    case 'meeting': {
      const start = readDate(hit.date);
      return `/main/meetings?${start ? `date=${toDayValue(start)}&` : ''}meeting=${encodeURIComponent(hit.id)}`;
    }
    default:
      if (role === 'manager' && hit.role === 'secretary') return `/main/secretaries?id=${encodeURIComponent(hit.id)}`;
      return `/main/settings/users?search=${encodeURIComponent(hit.title)}`;
  }
}

/** The list of protocols also finds their decisions and transcripts. */
const inProtocols = ['protocol', 'decision', 'transcript'];

/** Returns the address of the list of all hits of a kind; undefined if there is no such list. */
export function allOf(kind: string, search: string, role: Role): string | undefined {
  const words = encodeURIComponent(search);
  if (role === 'manager' && inProtocols.includes(kind)) return readingAddress({ view: 'protocols', search });
  if (role === 'manager' && kind === 'task') return readingAddress({ view: 'tasks', search });
  if (inProtocols.includes(kind)) return `/main/protocols?search=${words}`;
  if (kind === 'task') return `/main/protocols?tab=tasks&search=${words}`;
  return kind === 'person' ? `/main/settings/users?search=${words}` : undefined;
}

function placeIn(item: string | null | undefined, decision: string | null | undefined): string | undefined {
  if (decision) return `decision:${decision}`;
  return item ? `item:${item}` : undefined;
}

function momentOf({ at, recording_id }: SearchHit): ProtocolPlace {
  return { at: at == null ? undefined : String(at), part: recording_id ?? undefined };
}

type ProtocolPlace = { at?: string | undefined; part?: string | undefined; show?: string | undefined };

/** For a manager: opens the protocol beside the list of their secretaries. */
function readerAt(protocol: string, { at, part, show }: ProtocolPlace): string {
  return withReader(new URLSearchParams(), { protocol, t: at === undefined ? undefined : Number(at), part, show });
}

function screenAt(id: string, place: ProtocolPlace): string {
  const query = new URLSearchParams(
    Object.entries(place).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const text = query.toString();
  return protocolAddress(id, text);
}
