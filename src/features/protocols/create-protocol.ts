import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';
import { toInstant } from '#src/lib/dates.ts';
import type { NewProtocolForm } from './new-protocol-form.ts';

/** POST /protocols with an id of our own, so that sending it again makes no second protocol. */
export async function createProtocol({ title, day, time, kind, place, number }: NewProtocolForm): Promise<Protocol> {
  const id = uuidv7();
  const held_at = toInstant(day, time);
  return api(calls.createProtocol, {
    idempotencyKey: id,
    body: {
      id,
      title,
      ...(held_at ? { held_at } : {}),
      ...(kind ? { kind } : {}),
      ...(place ? { place } : {}),
      ...(number ? { number } : {}),
    },
  });
}
