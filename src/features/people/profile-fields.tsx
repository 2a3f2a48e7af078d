import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ProfileForm } from '#src/data/person/index.ts';
import { FieldRow, TextField } from '#src/ui/index.ts';

interface ProfileFieldsProps {
  /** Whether the profile is the person's own, so that the browser may autofill it. */
  own?: boolean;
  /** Further fields after the name. */
  children?: ReactNode;
}

/** Fields of a person's profile, inside a form of react-hook-form. */
export function ProfileFields({ own = false, children }: ProfileFieldsProps) {
  const { register, formState } = useFormContext<ProfileForm>();
  const { errors } = formState;
  const fill = (name: string) => (own ? name : 'off');
  return (
    <>
      <TextField
        label="Фамилия, имя, отчество"
        autoComplete={fill('name')}
        aria-required
        error={errors.name?.message}
        {...register('name')}
      />
      {children}
      <FieldRow>
        <TextField
          label="Должность"
          autoComplete={fill('organization-title')}
          error={errors.position?.message}
          {...register('position')}
        />
        <TextField
          label="Организация"
          autoComplete={fill('organization')}
          error={errors.organization?.message}
          {...register('organization')}
        />
      </FieldRow>
      <TextField
        label="Телефон"
        type="tel"
        inputMode="tel"
        autoComplete={fill('tel')}
        error={errors.phone?.message}
        {...register('phone')}
      />
    </>
  );
}
