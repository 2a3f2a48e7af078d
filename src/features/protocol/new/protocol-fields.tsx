import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { Body } from '#contract/bodies/body.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { numberKey } from '#contract/protocols/protocol-number.ts';
import { freeNumberQuery } from '#src/data/protocol/index.ts';
import { BodyChoice } from '#src/features/forms/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { useOnline } from '#src/sync/index.ts';
import { Button, DateTimeField, FieldRow, SelectField, TextField, useDebounced } from '#src/ui/index.ts';
import styles from '../editing/forms.module.css';
import { type HeadForm, meetingKinds } from '../editing/protocol-form.ts';
import { useFieldError } from '../editing/use-field-error.ts';
import { MeetingChoice } from './meeting-choice.tsx';

interface ProtocolFieldsProps {
  onMeeting?: (meeting: Meeting | undefined) => void;
  onBody?: (body: Body | undefined) => void;
  /** Name of the chosen body where this device does not have it. */
  bodyName?: string | undefined;
  /** Shown below the choice of a body: what it has filled in. */
  children?: ReactNode;
  /** Whether the title has the focus at first. */
  autoFocus?: boolean;
}

/** Fields of a protocol's head, for a new protocol and for an existing one. */
export function ProtocolFields({ onMeeting, onBody, bodyName, autoFocus = false, children }: ProtocolFieldsProps) {
  const { control, getValues } = useFormContext<HeadForm>();
  const kind = getValues('kind');
  const kinds = !kind || meetingKinds.includes(kind) ? meetingKinds : [kind, ...meetingKinds];
  const moment = (name: 'held_at' | 'ended_at', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeField
          name={name}
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
      <Controller
        control={control}
        name="body_id"
        render={({ field, fieldState }) => (
          <BodyChoice
            ref={field.ref}
            value={field.value ?? ''}
            name={bodyName}
            error={fieldState.error?.message}
            onChange={(id, body) => {
              field.onChange(id);
              onBody?.(body);
            }}
          />
        )}
      />
      {children}
      <HeadText name="title" label="Название" aria-required autoFocus={autoFocus} />
      <FieldRow>
        <NumberField />
        <KindField kinds={kinds} />
      </FieldRow>
      <FieldRow>
        {moment('held_at', 'Начало')}
        {moment('ended_at', 'Окончание')}
      </FieldRow>
      <FieldRow>
        <HeadText name="place" label="Место" />
        <HeadText name="organization" label="Организация" hint="Если пусто, ваша организация" />
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
              name={field.name}
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

interface HeadTextProps extends Omit<ComponentProps<typeof TextField>, 'name' | 'error' | 'ref'> {
  name: 'title' | 'number' | 'place' | 'organization';
}

/** Text field of the form with its error. */
function HeadText({ name, ...rest }: HeadTextProps) {
  const { register } = useFormContext<HeadForm>();
  return <TextField autoComplete="off" {...rest} error={useFieldError<HeadForm>(name)} {...register(name)} />;
}

function KindField({ kinds }: { kinds: readonly string[] }) {
  const { register } = useFormContext<HeadForm>();
  return (
    <SelectField label="Вид" error={useFieldError<HeadForm>('kind')} {...register('kind')}>
      <option value="">Не указан</option>
      {kinds.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  );
}

/** Field of the protocol's number; while it is empty or refused, a button offers the next free number of the year. */
function NumberField() {
  const { control, setValue } = useFormContext<HeadForm>();
  const [number, heldAt, organization, bodyId] = useWatch({
    control,
    name: ['number', 'held_at', 'organization', 'body_id'],
  });
  const error = useFieldError<HeadForm>('number');
  const isWanted = !number?.trim() || error !== undefined;
  const free = useFreeNumber(isWanted, heldAt, organization, bodyId);
  return (
    <div className={styles.number}>
      <HeadText name="number" label="Номер" hint="Если пусто, номер присвоится сам" />
      {isWanted && free && numberKey(free) !== numberKey(number ?? '') ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => setValue('number', free, { shouldDirty: true, shouldTouch: true, shouldValidate: true })}
        >
          Взять № {free}
        </Button>
      ) : null}
    </div>
  );
}

/** Returns the next free number, only online and fresh from the server: otherwise somebody else may have taken it. */
function useFreeNumber(
  isWanted: boolean,
  heldAt: string | null | undefined,
  organization: string | undefined,
  bodyId: string | undefined,
): string | undefined {
  const online = useOnline();
  const query = {
    ...(heldAt && { held_at: heldAt }),
    ...(organization?.trim() && { organization: organization.trim() }),
    ...(bodyId && { body_id: bodyId }),
  };
  const asked = useDebounced(JSON.stringify(query), 300);
  const { data, isFetchedAfterMount } = useQuery({ ...freeNumberQuery(asked), enabled: isWanted && online });
  // A number from the cache may have been taken since.
  return online && isFetchedAfterMount ? data?.number : undefined;
}
