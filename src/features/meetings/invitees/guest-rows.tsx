import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { maxGuests } from '#contract/meetings/invitation.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { Button, IconButton, layout, TextField } from '#src/ui/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import styles from './invitees.module.css';

type Form = UseFormReturn<MeetingForm, unknown, MeetingForm>;

/** Rows of guests, each with name and e-mail; renders nothing where the server does not support guests. */
export function GuestRows({ form }: { form: Form }) {
  return useOffers().meetingInvitations ? <Rows form={form} /> : null;
}

function Rows({ form }: { form: Form }) {
  const { control, register, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'guests', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  const errors = formState.errors.guests;
  const whole = errors?.root?.message ?? errors?.message;
  return (
    <fieldset className={styles.guests}>
      <legend>Гости без учётной записи</legend>
      {fields.length > 0 ? (
        <ul className={layout.stack(3)}>
          {fields.map((field, index) => (
            <li key={field.key} className={styles.guest}>
              <TextField
                label="Имя гостя"
                autoComplete="off"
                error={errors?.[index]?.name?.message}
                {...register(`guests.${index}.name`)}
              />
              <TextField
                label="E-mail гостя"
                type="email"
                inputMode="email"
                autoComplete="off"
                error={errors?.[index]?.email?.message}
                {...register(`guests.${index}.email`)}
              />
              <IconButton
                icon={X}
                size="small"
                label={`Убрать гостя ${index + 1}`}
                onClick={() => {
                  remove(index);
                  add.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.add}>
        <Button
          ref={add}
          size="small"
          icon={UserPlus}
          disabled={fields.length >= maxGuests}
          onClick={() => append({ id: uuidv7(), name: '', email: '' }, { focusName: `guests.${fields.length}.name` })}
        >
          Добавить гостя
        </Button>
        <span className={styles.hint}>Получит письмо и ответит по личной ссылке.</span>
      </div>
      {whole ? (
        <p className={styles.error} role="alert">
          {whole}
        </p>
      ) : null}
    </fieldset>
  );
}
