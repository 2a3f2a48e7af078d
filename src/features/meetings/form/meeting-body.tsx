import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Body } from '#contract/body.ts';
import { meetingOfBody } from '#src/data/body/index.ts';
import { BodyChoice } from '#src/features/common/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import type { MeetingForm } from '../base/meeting-form-values.ts';

type Filled = Partial<MeetingForm>;

const words: Partial<Record<keyof MeetingForm, string>> = {
  title: 'название',
  place: 'место',
  description: 'повестка',
  participants: 'участники',
};

/** Chooses the body of a meeting. What is empty is filled with what the body has; one press takes that back. */
export function MeetingBody({ form }: { form: UseFormReturn<MeetingForm> }) {
  const { control, getValues, setValue, formState } = form;
  const [done, setDone] = useState<{ before: Filled; filled: Filled }>();
  const isSame = (name: keyof MeetingForm, value: unknown) => JSON.stringify(getValues(name)) === JSON.stringify(value);
  const set = (name: keyof MeetingForm, value: unknown) =>
    setValue(name, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted });

  const choose = (former: string, body: Body | undefined) => {
    const before: Filled = { body_id: former };
    const filled: Filled = {};
    for (const [name, value] of Object.entries(body ? fillingOf(body) : {}) as [keyof MeetingForm, never][]) {
      const now = getValues(name);
      // What another body had filled makes room for this one.
      const isFree = !now || now.length === 0 || (done?.filled[name] !== undefined && isSame(name, done.filled[name]));
      if (!isFree || isSame(name, value)) continue;
      Object.assign(before, { [name]: now });
      Object.assign(filled, { [name]: value });
      set(name, value);
    }
    setDone(Object.keys(filled).length > 0 ? { before, filled } : undefined);
  };
  const undo = () => {
    for (const [name, value] of Object.entries(done?.before ?? {}) as [keyof MeetingForm, unknown][]) {
      // What was written since stays.
      if (!(done && name in done.filled) || isSame(name, done.filled[name])) set(name, value);
    }
    setDone(undefined);
  };
  return (
    <>
      <Controller
        control={control}
        name="body_id"
        render={({ field, fieldState }) => (
          <BodyChoice
            ref={field.ref}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(id, body) => {
              const former = field.value;
              field.onChange(id);
              choose(former, body);
            }}
          />
        )}
      />
      <p role="status" className={styles.filled}>
        {done ? (
          <>
            Заполнено:{' '}
            {Object.keys(done.filled)
              .flatMap((name) => words[name as keyof MeetingForm] ?? [])
              .join(', ')}
            .{' '}
            <Button size="small" variant="quiet" icon={Undo2} onClick={undo}>
              Вернуть как было
            </Button>
          </>
        ) : null}
      </p>
    </>
  );
}

/** The numbered lines of a description become the agenda of the protocol. */
function fillingOf(body: Body): Filled {
  const { title, place, members, questions } = meetingOfBody(body);
  const lines = questions.map((question, index) => `${index + 1}. ${question.title ?? ''}`);
  return {
    title,
    place,
    description: lines.join('\n'),
    participants: members.map(({ id, name }) => ({ id, name })),
  };
}
