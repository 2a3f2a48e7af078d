import { emailKey } from '#contract/common.ts';
import { assignableRoles, type Role } from '#contract/roles.ts';
import { type FieldErrors, invalidField, notFound, Problem } from '#server/platform/problem/index.ts';

/** The person who makes the call. */
export type Actor = { id: string; role: Role };

/**
 * Properties of a person on which rights depend. `own`: the actor is responsible for them (people-scope-repository.ts).
 */
export type Target = {
  id: string;
  role: Role;
  email: string;
  isBlocked: boolean;
  managerId: string | null;
  own: boolean;
  /** True if a password is set, so that the account could be taken over. */
  hasPassword: boolean;
};

/** Changes of a person that a call requests besides the profile. */
export type AskedChange = {
  role?: Role | undefined;
  email?: string | undefined;
  is_blocked?: boolean | undefined;
  manager_id?: string | null | undefined;
  password?: string | undefined;
};

const beyond: Record<Role, string> = {
  admin: '',
  manager: 'Руководитель назначает только роли секретаря и внешнего участника',
  secretary: 'Секретарь назначает только роль внешнего участника',
  external: 'Недостаточно прав',
};

export function userNotFound(): Problem {
  return notFound('Пользователь не найден');
}

export function lastAdmin(field: 'role' | 'is_blocked'): Problem {
  return invalidField(field, 'Это последний администратор. Сначала назначьте другого');
}

/** Returns whether the actor also sees the phone, the block and the manager of this person. */
export function seesAll(actor: Actor, target: Pick<Target, 'id' | 'own'>): boolean {
  return target.own || target.id === actor.id;
}

/** Only an administrator sets another person's password; others invite the person to set it. */
export function assertMaySetPassword(actor: Actor, password: string | undefined): void {
  if (password === undefined || actor.role === 'admin') return;
  throw invalidField('password', 'Пароль человек задаёт сам, по приглашению или по ссылке «Забыли пароль?»');
}

/** Returns whether the actor changes their own e-mail, which requires the password besides the session. */
export function asksForPassword(actor: Actor, target: Pick<Target, 'id' | 'email'>, asked: AskedChange): boolean {
  return target.id === actor.id && movesEmail(target, asked);
}

export function assertMayGive(actor: Actor, role: Role): void {
  if (assignableRoles[actor.role].includes(role)) return;
  throw new Problem('forbidden', beyond[actor.role], { role: [beyond[actor.role]] });
}

/**
 * Throws unless the actor may make this change: to themselves within limits, and to their own people; anybody else is a
 * 404.
 */
export function assertMayChange(actor: Actor, target: Target, asked: AskedChange): void {
  if (target.id === actor.id) assertMayChangeSelf(actor, target, asked);
  else if (target.own) assertMayChangeOther(actor, target, asked);
  else throw userNotFound();
}

function assertMayChangeOther(actor: Actor, target: Target, asked: AskedChange): void {
  if (asked.role !== undefined && asked.role !== target.role) assertMayGive(actor, asked.role);
  assertMaySetPassword(actor, asked.password);
  // Until a password is set, the address is that of the invitation, and may have been mistyped.
  if (movesEmail(target, asked) && target.hasPassword && actor.role !== 'admin')
    throw invalidField('email', 'E-mail, с которым человек уже входит, меняет администратор');
}

/**
 * Returns whether somebody who is no administrator moves another person's e-mail. They may not where others write to
 * the present address, or where the account owns work.
 */
export function movesOthersAddress(actor: Actor, target: Target, asked: AskedChange): boolean {
  return actor.role !== 'admin' && target.id !== actor.id && movesEmail(target, asked);
}

/** Others write to the person at the present e-mail: somebody who changes it would read those mails. */
export function addressInUse(): Problem {
  return invalidField(
    'email',
    'С этим человеком работают и другие секретари и пишут ему на этот e-mail. Изменить адрес может администратор',
  );
}

/** Who reads the mails of an account without a password sets the password, and then writes in all that it owns. */
export function addressOfOwner(): Problem {
  return invalidField(
    'email',
    'У этого человека уже есть протоколы, встречи или комиссии. Изменить его e-mail может администратор',
  );
}

/**
 * Returns whether the change shuts out an external person, whom others may work with; only an administrator may do that.
 * The own secretaries are the manager's to shut out, and opening the access again takes nothing from anybody.
 */
export function shutsOut(actor: Actor, target: Target, { is_blocked }: AskedChange): boolean {
  return actor.role !== 'admin' && target.role === 'external' && is_blocked === true && !target.isBlocked;
}

/** Meetings, protocols and tasks of others name the person, who is to sign in for them. */
export function neededElsewhere(): Problem {
  return invalidField(
    'is_blocked',
    'С этим человеком работают и другие секретари. Закрыть ему доступ может администратор',
  );
}

function movesEmail(target: Pick<Target, 'email'>, { email }: AskedChange): boolean {
  return email !== undefined && emailKey(email) !== target.email;
}

/** Throws a 404 unless the target is the actor or one of their people. */
export function assertMayInvite(actor: Actor, target: Target): void {
  if (target.id !== actor.id && !target.own) throw userNotFound();
}

function assertMayChangeSelf(actor: Actor, self: Target, asked: AskedChange): void {
  const { role, is_blocked, manager_id, password } = asked;
  const errors: FieldErrors = {};
  if (role !== undefined && role !== self.role) errors.role = ['Свою роль изменить нельзя'];
  if (is_blocked !== undefined && is_blocked !== self.isBlocked) errors.is_blocked = ['Себя заблокировать нельзя'];
  if (manager_id !== undefined && manager_id !== self.managerId) {
    errors.manager_id = ['Своего руководителя изменить нельзя'];
  }
  if (movesEmail(self, asked) && actor.role !== 'admin') {
    errors.email = ['Свой e-mail изменить нельзя: попросите администратора'];
  }
  // Otherwise somebody who finds an open session could take over the account.
  if (password !== undefined) errors.password = ['Свой пароль меняют в настройках: там нужен и прежний'];
  const [first] = Object.values(errors);
  if (first) throw new Problem('validation_failed', first[0] ?? '', errors);
}

/**
 * Returns the manager of a person once they have `role`. Only an administrator moves a secretary to another manager; a
 * new secretary added by a manager belongs to that manager; a person who becomes an external participant keeps their
 * manager.
 */
export function managerAfter(
  actor: Actor,
  person: { id?: string; managerId: string | null },
  { role, manager_id }: { role: Role; manager_id?: string | null | undefined },
): string | null {
  const current = person.managerId;
  if (person.id === actor.id) return current;
  const changed = manager_id !== undefined && manager_id !== current;
  if (changed && manager_id !== null && role !== 'secretary') {
    throw invalidField('manager_id', 'Руководитель бывает только у секретаря');
  }
  if (actor.role === 'admin') {
    if (role === 'admin' || role === 'manager') return null;
    return changed ? manager_id : current;
  }
  if (changed && manager_id !== actor.id) {
    throw invalidField('manager_id', 'Передать секретаря другому руководителю может только администратор');
  }
  return role === 'secretary' ? actor.id : current;
}
