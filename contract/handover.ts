import * as z from 'zod/mini';
import { int } from './common.ts';
import { id } from './id.ts';

/** GET /users/{id}/work: how much a person owns that nobody else can go on with. */
export const ownedWork = z.looseObject({
  protocols: int,
  /** Of those protocols. */
  tasks: int,
  open_tasks: int,
  meetings: int,
  series: int,
  bodies: int,
  /** External participants whom the person has added and answers for. */
  externals: int,
});
export type OwnedWork = z.infer<typeof ownedWork>;

/** POST /users/{id}/handover: all of it, and the keywords that the other has not, becomes this secretary's. */
export const handover = z.object({ to: id });
