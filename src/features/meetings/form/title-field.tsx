import type { ComponentProps } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { longestTitle } from '#contract/meeting.ts';
import { TextField } from '#src/ui/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';

interface TitleFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  control: Control<MeetingForm>;
}

/** How near the longest title its length is shown. */
const nearly = 0.9;

/** The name of a meeting; a very long one says how much of it there may be. */
export function TitleField({ control, onBlur, ...rest }: TitleFieldProps) {
  const { length } = useWatch({ control, name: 'title' });
  const hint =
    length > longestTitle * nearly ? { hint: `${inWords(length)} из ${inWords(longestTitle)} символов` } : {};
  return (
    <TextField
      {...rest}
      {...hint}
      label="Название"
      autoComplete="off"
      aria-required
      autoFocus
      // The form begins here: an error as one leaves it would push away what is just being pressed below.
      onBlur={(event) => event.currentTarget.value !== '' && onBlur?.(event)}
    />
  );
}

function inWords(count: number): string {
  return count.toLocaleString('ru');
}
