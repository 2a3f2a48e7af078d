import type { Role } from '#contract/roles.ts';
import { notFound } from '#server/platform/http/index.ts';

export type Actor = { id: string; role: Role };

/** A secretary's figures are their own; a manager sees those of the own secretaries. Those of anybody else are a 404. */
export async function assertMaySee(
  actor: Actor,
  secretaryId: string,
  isSecretaryOf: (ids: { managerId: string; secretaryId: string }) => Promise<boolean>,
): Promise<void> {
  const allowed =
    actor.role === 'manager' ? await isSecretaryOf({ managerId: actor.id, secretaryId }) : actor.id === secretaryId;
  if (!allowed) throw notFound('Секретарь не найден');
}
