import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/user.ts';
import type { Picture } from '#src/data/person/index.ts';
import { AvatarField, ProfileFields } from '#src/features/people/index.ts';
import { ApiError } from '#src/sync/index.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { EmailField } from './email-field.tsx';
import { ManagerField } from './manager-field.tsx';
import type { PersonFormInput } from './person-form.ts';
import { RoleField } from './role-field.tsx';

interface PersonFieldsProps {
  /** Undefined for a new one. */
  person?: User;
  roles: readonly Role[];
  emailLocked?: boolean;
  emailHint?: string | undefined;
  /** Whether another e-mail has to come with the password of whoever is signed in. */
  asksForPassword?: boolean;
  /** Whether somebody is to be chosen who answers for a secretary. */
  choosesManager: boolean;
  picture: Picture;
  error: Error | null;
  onPicture: (picture: Picture) => void;
}

/** The fields of a person in a dialog; the focus goes into the first. */
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
