import type { Role } from '#contract/roles.ts';

type Person = { id: string; role: Role; isBlocked: boolean };

/** Whether somebody can go on with the work of another: only a secretary who can sign in. */
export function mayReceive(from: Pick<Person, 'id'>, to: Person): boolean {
  return to.id !== from.id && to.role === 'secretary' && !to.isBlocked;
}
