import type { Protocol } from '#contract/protocols/protocol.ts';
import { entities } from '#src/data/entities.ts';

type CountName = 'tasks_total' | 'tasks_done' | 'members_total';

/**
 * Changes the counts of a protocol in the lists of protocols; a count that the list does not contain stays unknown.
 * @param how `isRemoval` for a removal: what the server refuses to remove is still counted
 */
export function countInProtocol(
  protocolId: string | null | undefined,
  steps: Partial<Record<CountName, number>>,
  how?: { isRemoval: boolean },
) {
  const counted = (protocol: Protocol) => {
    const next = { ...protocol };
    for (const [name, step] of Object.entries(steps) as [CountName, number][]) {
      const count = protocol[name];
      if (typeof count === 'number') next[name] = Math.max(0, count + step);
    }
    return next;
  };
  return entities.protocol.count(protocolId, counted, how);
}
