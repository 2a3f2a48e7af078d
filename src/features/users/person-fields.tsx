import { useEffect } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { User } from '#contract/identity/user.ts';
import { type Role, roleWords } from '#contract/roles.ts';
import type { Picture } from '#src/data/person/index.ts';
import { type Offers, useOffers } from '#src/data/provider/index.ts';
import { AvatarField, PersonPicker, ProfileFields } from '#src/features/people/index.ts';
import { ApiError } from '#src/sync/index.ts';
import { PasswordField, SelectField, TextField } from '#src/ui/index.ts';
import type { PersonFormInput } from './person-form.ts';

interface PersonFieldsProps {
  /** The edited person; undefined for a new one. */
  person?: User;
  roles: readonly Role[];
  emailLocked?: boolean;
  emailHint?: string | undefined;
  /** Whether changing the e-mail requires the password of the signed-in person. */
  asksForPassword?: boolean;
  /** Whether a manager can be chosen for a secretary. */
  choosesManager: boolean;
  picture: Picture;
  error: Error | null;
  onPicture: (picture: Picture) => void;
}

/** Fields of a person in a dialog; the first takes the focus. */
export function PersonFields(props: PersonFieldsProps) {
  const {
    person,
    roles,
    emailLocked = false,
    emailHint,
    asksForPassword = false,
    choosesManager,
    picture,
    error,
    onPicture,
  } = props;
  const { setFocus, watch } = useFormContext<PersonFormInput>();

  useEffect(() => setFocus('name'), [setFocus]);

  return (
    <>
      <AvatarField
        person={{ name: watch('name'), email: watch('email') }}
        src={person?.avatar_url}
        value={picture}
        error={error instanceof ApiError ? error.fields.avatar : undefined}
        onChange={onPicture}
      />
      <ProfileFields>
        <EmailField locked={emailLocked} hint={emailHint} />
        {asksForPassword && watch('email') !== (person?.email ?? '') ? <CurrentPasswordField /> : null}
        <RoleField roles={roles} current={person && (person.role ?? null)} />
        {choosesManager ? <ManagerField /> : null}
      </ProfileFields>
    </>
  );
}

/**
 * Password required to change one's own e-mail, so that an open session alone is not enough to take over the account.
 */
function CurrentPasswordField() {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <PasswordField
      label="Нынешний пароль"
      hint="Нужен, чтобы изменить свой e-mail"
      autoComplete="current-password"
      aria-required
      error={formState.errors.current_password?.message}
      {...register('current_password', { shouldUnregister: true })}
    />
  );
}

interface EmailFieldProps {
  locked: boolean;
  /** Why the e-mail cannot be changed, or what changing it does. */
  hint: string | undefined;
}

/** The e-mail that a person signs in with. */
function EmailField({ locked, hint }: EmailFieldProps) {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="off"
      aria-required
      readOnly={locked}
      {...(hint === undefined ? {} : { hint })}
      error={formState.errors.email?.message}
      {...register('email')}
    />
  );
}

/** Who answers for a secretary. */
function ManagerField() {
  const { control, watch, formState } = useFormContext<PersonFormInput>();
  const { reading } = useOffers();
  if (watch('role') !== 'secretary') return null;
  return (
    <Controller
      control={control}
      name="manager"
      render={({ field }) => (
        <PersonPicker
          label="Руководитель"
          description={
            reading === false
              ? 'Видит показатели этого секретаря'
              : 'Читает протоколы этого секретаря, черновики тоже, с расшифровками и записями; видит его встречи, поручения и показатели'
          }
          value={field.value}
          error={formState.errors.manager?.message}
          ofRole="manager"
          onChange={field.onChange}
        />
      )}
    />
  );
}

function meaningOf({ reading, participation }: Offers): Record<Role, string> {
  return {
    admin: 'Видит и меняет всех пользователей',
    manager:
      reading === false
        ? 'Отвечает за секретарей и видит их показатели'
        : 'Читает протоколы, черновики и записи своих секретарей, видит их встречи, поручения и показатели',
    secretary: 'Ведёт встречи, протоколы и поручения',
    external:
      participation === false
        ? 'Видит только свой профиль, участвует во встречах'
        : 'Видит свои поручения и встречи, подписанные протоколы и выписки, которые его касаются',
  };
}

/** Returns what happens when a person with this role gets another one. */
function consequence(before: Role): string {
  const sessions = 'Открытые сеансы закончатся';
  return before === 'manager' ? `${sessions}, секретарям понадобится другой руководитель` : sessions;
}

interface RoleFieldProps {
  roles: readonly Role[];
  /** Role of an existing person; null where the provider does not tell it. */
  current?: Role | null | undefined;
}

/** Select of the role, with its meaning as a hint; renders nothing where there is only one. */
function RoleField({ roles, current }: RoleFieldProps) {
  const { register, watch, formState } = useFormContext<PersonFormInput>();
  const offers = useOffers();
  const chosen = watch('role');
  const isUnknown = current === null;
  const isChanged = current && chosen && chosen !== current;
  const hint = [chosen && meaningOf(offers)[chosen], isChanged && consequence(current)].filter(Boolean).join('. ');
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
