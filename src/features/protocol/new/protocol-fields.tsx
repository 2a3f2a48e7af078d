import { Controller, useFormContext } from 'react-hook-form';
import type { Meeting } from '#contract/meeting.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { DateTimeField, FieldRow, SelectField, TextField } from '#src/ui/index.ts';
import { type HeadForm, meetingKinds } from '../editing/protocol-form.ts';
import { MeetingChoice } from './meeting-choice.tsx';
import { NumberField } from './number-field.tsx';

interface ProtocolFieldsProps {
  onMeeting?: (meeting: Meeting | undefined) => void;
  /** Whether the title has the focus from the beginning. */
  autoFocus?: boolean;
}

/** The fields of a protocol's head, for a new one and for one that is changed. */
export function ProtocolFields({ onMeeting, autoFocus = false }: ProtocolFieldsProps) {
  const { control, register, formState, getValues } = useFormContext<HeadForm>();
  const { errors } = formState;
  const kind = getValues('kind');
  const kinds = !kind || meetingKinds.includes(kind) ? meetingKinds : [kind, ...meetingKinds];
  const moment = (name: 'held_at' | 'ended_at', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeField
          label={label}
          value={field.value ?? null}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
  return (
    <>
      <TextField
        label="Название"
        aria-required
        autoComplete="off"
        autoFocus={autoFocus}
        error={errors.title?.message}
        {...register('title')}
      />
      <FieldRow>
        <NumberField />
        <SelectField label="Вид" error={errors.kind?.message} {...register('kind')}>
          <option value="">Не указан</option>
          {kinds.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </FieldRow>
      <FieldRow>
        {moment('held_at', 'Начало')}
        {moment('ended_at', 'Окончание')}
      </FieldRow>
      <FieldRow>
        <TextField label="Место" autoComplete="off" error={errors.place?.message} {...register('place')} />
        <TextField
          label="Организация"
          autoComplete="off"
          hint="Если пусто, ваша организация"
          error={errors.organization?.message}
          {...register('organization')}
        />
      </FieldRow>
      <FieldRow>
        <Controller
          control={control}
          name="meeting_id"
          render={({ field, fieldState }) => (
            <MeetingChoice
              ref={field.ref}
              value={field.value}
              error={fieldState.error?.message}
              onChange={(id, meeting) => {
                field.onChange(id);
                onMeeting?.(meeting);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="chairman"
          render={({ field, fieldState }) => (
            <PersonPicker
              label="Председательствующий"
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </FieldRow>
    </>
  );
}
