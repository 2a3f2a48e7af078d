import { type ProtocolUpdate, protocol as protocolSchema } from '#contract/protocols/protocol.ts';

/** The fields of a protocol that a person changes. */
export const editableFields = [
  'title',
  'number',
  'kind',
  'held_at',
  'ended_at',
  'place',
  'organization',
  'meeting_id',
  'body_id',
  'chairman_id',
  'quorum',
  'agenda',
] as const;

/**
 * Returns the body of PUT /protocols/{id}. Fields unknown to this version are sent back unchanged. A server with
 * versions keeps omitted fields; another may treat the body as the whole protocol, and gets all known fields.
 */
export function protocolPutBody(
  base: { id: string; version?: number | null | undefined } & Record<string, unknown>,
  change: ProtocolUpdate,
): ProtocolUpdate {
  const unknown = Object.fromEntries(Object.entries(base).filter(([name]) => !(name in protocolSchema.shape)));
  const { version } = base;
  if (typeof version === 'number') return { ...unknown, ...change, version };
  const known = editableFields.flatMap((name) => {
    const value = base[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...unknown, ...Object.fromEntries(known), ...change };
}
