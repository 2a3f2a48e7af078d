import { useFormContext } from 'react-hook-form';
import { type Role, roleWords } from '#contract/roles.ts';
import { SelectField } from '#src/components/select-field.tsx';
import type { PersonFormInput } from './person-form.ts';

const meaning: Record<Role, string> = {
  admin: 'Видит и меняет всех пользователей',
  manager: 'Отвечает за секретарей и видит их показатели',
  secretary: 'Ведёт встречи, протоколы и поручения',
  external: 'Видит только свой профиль, участвует во встречах',
};

/** The role, with what it means; nothing to choose where there is but one. */
export function RoleField({ roles, unknown }: { roles: readonly Role[]; unknown: boolean }) {
  const { register, watch, formState } = useFormContext<PersonFormInput>();
  const chosen = watch('role');
  const hint = chosen ? meaning[chosen] : undefined;
  if (roles.length < 2 && !unknown) return null;
  return (
    <SelectField label="Роль" {...(hint ? { hint } : {})} error={formState.errors.role?.message} {...register('role')}>
      {unknown ? <option value="">Не указана</option> : null}
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleWords[role]}
        </option>
      ))}
    </SelectField>
  );
}
