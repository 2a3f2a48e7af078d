import { useFormContext } from 'react-hook-form';
import { type Role, roleWords } from '#contract/roles.ts';
import { SelectField } from '#src/ui/index.ts';
import type { PersonFormInput } from './person-form.ts';

const meaning: Record<Role, string> = {
  admin: 'Видит и меняет всех пользователей',
  manager: 'Отвечает за секретарей и видит их показатели',
  secretary: 'Ведёт встречи, протоколы и поручения',
  external: 'Видит только свой профиль, участвует во встречах',
};

/** What it brings about that somebody has another role. */
function consequence(before: Role): string {
  const sessions = 'Открытые сеансы закончатся';
  return before === 'manager' ? `${sessions}, секретарям понадобится другой руководитель` : sessions;
}

interface RoleFieldProps {
  roles: readonly Role[];
  /** The role of a person who is there; null where the provider does not tell it. */
  current?: Role | null | undefined;
}

/** The role, with what it means; nothing to choose where there is but one. */
export function RoleField({ roles, current }: RoleFieldProps) {
  const { register, watch, formState } = useFormContext<PersonFormInput>();
  const chosen = watch('role');
  const isUnknown = current === null;
  const isChanged = current && chosen && chosen !== current;
  const hint = [chosen && meaning[chosen], isChanged && consequence(current)].filter(Boolean).join('. ');
  if (roles.length < 2 && !isUnknown) return null;
  return (
    <SelectField label="Роль" {...(hint ? { hint } : {})} error={formState.errors.role?.message} {...register('role')}>
      {isUnknown ? <option value="">Не указана</option> : null}
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleWords[role]}
        </option>
      ))}
    </SelectField>
  );
}
