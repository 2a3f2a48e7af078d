import { type Protocol, type ProtocolUpdate, protocol as protocolSchema } from '#contract/protocol.ts';

const editable = [
  'title',
  'number',
  'kind',
  'held_at',
  'ended_at',
  'place',
  'organization',
  'meeting_id',
  'chairman_id',
  'agenda',
] as const;

/**
 * What PUT /protocols/{id} sends. Fields that this version does not know go back as they came. A server that counts
 * versions keeps what is not named; another may take the body for the whole, and gets all that is known.
 */
export function updateBody(base: Protocol, change: ProtocolUpdate): ProtocolUpdate {
  const unknown = Object.fromEntries(Object.entries(base).filter(([name]) => !(name in protocolSchema.shape)));
  const { version } = base;
  if (typeof version === 'number') return { ...unknown, ...change, version };
  const known = editable.flatMap((name) => {
    const value = base[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...unknown, ...Object.fromEntries(known), ...change };
}
