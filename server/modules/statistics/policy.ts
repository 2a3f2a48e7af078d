import type { Role } from '#contract/roles.ts';
import { notFound } from '#server/platform/problem/index.ts';

export type Actor = { id: string; role: Role };

/** Throws a 404 unless the figures are the actor's own, or those of one of the manager's secretaries. */
export async function assertMaySee(
  actor: Actor,
  secretaryId: string,
  isSecretaryOf: (ids: { managerId: string; secretaryId: string }) => Promise<boolean>,
): Promise<void> {
  const allowed =
    actor.role === 'manager' ? await isSecretaryOf({ managerId: actor.id, secretaryId }) : actor.id === secretaryId;
  if (!allowed) throw notFound('Секретарь не найден');
}
