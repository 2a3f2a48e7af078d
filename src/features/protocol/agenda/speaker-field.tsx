import { memo, use } from 'react';
import { Controller } from 'react-hook-form';
import { useStore } from 'zustand';
import { PersonPicker } from '#src/features/people/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import { nameOnly } from '../editing/protocol-form.ts';

/** Field for the speaker of an agenda item: a user, or a member who is known by name only. */
export const SpeakerField = memo(function SpeakerField() {
  // Selects the members only: the protocol changes with all text that is typed in it.
  const members = useStore(use(ProtocolContext), ({ protocol }) => protocol?.members);
  const guests = (members ?? []).flatMap(({ id, member_id, name }) => (id && name && !member_id ? [{ id, name }] : []));
  const isGuest = (id: string) => guests.some((each) => each.id === id);
  return (
    <Controller<AgendaForm, 'speaker'>
      name="speaker"
      render={({ field }) => (
        <PersonPicker
          label="Докладчик"
          value={field.value}
          others={guests}
          onChange={(people) =>
            field.onChange(people.map((each) => (isGuest(each.id) ? { ...each, id: nameOnly } : each)))
          }
        />
      )}
    />
  );
});
