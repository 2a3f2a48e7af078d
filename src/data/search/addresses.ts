import type { Role } from '#contract/roles.ts';
import type { SearchHit } from '#contract/search.ts';
import { readDate, toDayValue } from '#src/format/index.ts';

/** Where a hit is opened: at the question, the decision, the task or the moment that was found. */
export function hitAddress(kind: string, hit: SearchHit, role: Role): string {
  switch (kind) {
    case 'protocol':
      if (hit.at != null) return protocolAt(hit.id, { at: String(hit.at), show: 'transcript' });
      return protocolAt(hit.id, { show: placeIn(hit.found?.agenda_id, hit.found?.decision_id) });
    case 'decision':
      return protocolAt(hit.protocol_id ?? hit.id, { show: placeIn(hit.agenda_id, hit.decision_id) });
    case 'task':
      return hit.protocol_id ? protocolAt(hit.protocol_id, { show: `task:${hit.id}` }) : '/main/protocols?tab=tasks';
    case 'transcript':
      return protocolAt(hit.protocol_id ?? hit.id, {
        at: hit.at == null ? undefined : String(hit.at),
        show: 'transcript',
      });
    case 'meeting': {
      const start = readDate(hit.date);
      return `/main/meetings?${start ? `date=${toDayValue(start)}&` : ''}meeting=${encodeURIComponent(hit.id)}`;
    }
    default:
      if (role === 'manager' && hit.role === 'secretary') return `/main/secretaries?id=${encodeURIComponent(hit.id)}`;
      return `/main/settings/users?search=${encodeURIComponent(hit.title)}`;
  }
}

/** The list that shows all of a kind by the same words; undefined of what has none. */
export function allOf(kind: string, search: string): string | undefined {
  const words = encodeURIComponent(search);
  if (kind === 'protocol') return `/main/protocols?search=${words}`;
  if (kind === 'task') return `/main/protocols?tab=tasks&search=${words}`;
  return kind === 'person' ? `/main/settings/users?search=${words}` : undefined;
}

function placeIn(item: string | null | undefined, decision: string | null | undefined): string | undefined {
  if (decision) return `decision:${decision}`;
  return item ? `item:${item}` : undefined;
}

function protocolAt(id: string, place: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(place).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const text = query.toString();
  return `/main/protocols/${encodeURIComponent(id)}${text && `?${text}`}`;
}
