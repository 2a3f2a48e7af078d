import * as z from 'zod/mini';
import { int } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** GET /users/{id}/work: amount of work that only its owner can continue. */
export const ownedWork = z.looseObject({
  protocols: int,
  /** Tasks of those protocols. */
  tasks: int,
  open_tasks: int,
  meetings: int,
  series: int,
  bodies: int,
  /** External participants whom the person added and is responsible for. */
  externals: int,
});
export type OwnedWork = z.infer<typeof ownedWork>;

/** POST /users/{id}/handover: all of it, and the keywords that the other does not have yet, goes to this secretary. */
export const handover = z.object({ to: id });
