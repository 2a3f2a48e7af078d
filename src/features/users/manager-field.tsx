import { Controller, useFormContext } from 'react-hook-form';
import type { User } from '#contract/user.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import type { PersonFormInput } from './person-form.ts';

/** A provider that tells no roles decides for itself. */
const mayManage = ({ role }: User) => role === undefined || role === null || role === 'manager';

/** Who answers for a secretary. */
export function ManagerField() {
  const { control, watch, formState } = useFormContext<PersonFormInput>();
  if (watch('role') !== 'secretary') return null;
  return (
    <Controller
      control={control}
      name="manager"
      render={({ field }) => (
        <PersonPicker
          label="Руководитель"
          description="Видит показатели этого секретаря"
          value={field.value}
          error={formState.errors.manager?.message}
          only={mayManage}
          onChange={field.onChange}
        />
      )}
    />
  );
}
