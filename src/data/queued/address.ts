import type { OutboxRow } from '#src/sync/index.ts';

type Placed = Pick<OutboxRow, 'id' | 'kind' | 'scope' | 'subject' | 'creates' | 'state'>;

/** The id of the protocol that a write belongs to; undefined of another thing. */
export function protocolOf({ scope }: Pick<OutboxRow, 'scope'>): string | undefined {
  return scope.startsWith('protocol:') ? scope.slice('protocol:'.length) : undefined;
}

/** The address of the screen where a write is edited, or a conflict decided; `?write=` names it there. */
export function mutationAddress(row: Placed): string | undefined {
  const path = pathOf(row);
  return path === undefined ? undefined : `${path}?write=${encodeURIComponent(row.id)}`;
}

function pathOf(row: Placed): string | undefined {
  const [noun] = row.kind.split('.');
  if (noun !== undefined && ofProtocol.includes(noun)) {
    // A refused creation has no screen of its own yet: it goes back into the form that it came from.
    if (row.kind === 'protocol.create' && row.state === 'failed') return '/main/protocols/add';
    const id = protocolOf(row);
    return id === undefined ? undefined : `/main/protocols/${encodeURIComponent(id)}`;
  }
  return paths[noun ?? ''];
}

const ofProtocol: readonly string[] = ['protocol', 'task', 'member', 'transcript', 'summary', 'proposal'];

const paths: Record<string, string> = {
  meeting: '/main/meetings',
  keyword: '/main/settings/keywords',
  profile: '/main/settings',
};
