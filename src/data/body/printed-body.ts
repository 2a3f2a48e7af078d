import type { Body, BodyInPrint } from '#contract/bodies/body.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { bodyGenitive } from '#contract/text/genitive.ts';

/**
 * Returns the body that a protocol is printed with. An unsent change contains only the id of another body, whose data
 * comes from `known`. `isMissing`: the device has no data of it.
 */
export function printedBody(
  { body, body_id }: Pick<Protocol, 'body' | 'body_id'>,
  known: (id: string) => Body | undefined,
): { body: BodyInPrint | undefined; isMissing: boolean } {
  if (body_id === null) return { body: undefined, isMissing: false };
  if (body_id === undefined || body_id === body?.id) return { body: body ?? undefined, isMissing: false };
  const chosen = known(body_id);
  if (!chosen) return { body: undefined, isMissing: true };
  const { id, name, name_genitive, approval, chairman_listed } = chosen;
  const genitive = name_genitive || bodyGenitive(name ?? '');
  return { body: { id, name, name_genitive: genitive, approval, chairman_listed }, isMissing: false };
}
