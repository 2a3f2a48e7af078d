import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Body } from '#contract/bodies/body.ts';
import { meetingOfBody } from '#src/data/body/index.ts';
import { BodyChoice, FilledNote, useFilling } from '#src/features/forms/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';

const words = { title: 'название', place: 'место', description: 'повестка', participants: 'участники' };

/** Select of the body of a meeting. Empty fields are filled with what the body has; one press takes that back. */
export function MeetingBody({ form }: { form: UseFormReturn<MeetingForm> }) {
  const filling = useFilling(form);
  return (
    <>
      <Controller
        control={form.control}
        name="body_id"
        render={({ field, fieldState }) => (
          <BodyChoice
            ref={field.ref}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(id, body) => {
              const before = { body_id: field.value };
              field.onChange(id);
              if (body) filling.fill(meetingPrefill(body), before);
            }}
          />
        )}
      />
      <FilledNote filling={filling} words={words} />
    </>
  );
}

/** The numbered lines of a description become the agenda of the protocol. */
function meetingPrefill(body: Body): Partial<MeetingForm> {
  const { title, place, members, questions } = meetingOfBody(body);
  const lines = questions.map((question, index) => `${index + 1}. ${question.title ?? ''}`);
  return {
    title,
    place,
    description: lines.join('\n'),
    participants: members.map(({ id, name }) => ({ id, name })),
  };
}
