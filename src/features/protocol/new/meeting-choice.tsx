import type { ComponentProps } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { formatMoment } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';
import { useNearMeetings } from './near-meetings.ts';

interface MeetingChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  value: string;
  onChange: (id: string, meeting: Meeting | undefined) => void;
}

/** One of the own meetings around today; one that is older and chosen already stays. */
export function MeetingChoice({ value, onChange, ...rest }: MeetingChoiceProps) {
  const { meetings, isLoading, isError } = useNearMeetings();
  const isListed = meetings.some(({ id }) => id === value);
  const hint = isError ? { hint: 'Список встреч не загрузился. Протокол можно сделать и без встречи.' } : {};
  return (
    <SelectField
      {...rest}
      {...hint}
      label="Встреча"
      value={value}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value;
        onChange(
          id,
          meetings.find((meeting) => meeting.id === id),
        );
      }}
    >
      <option value="">{isLoading ? 'Загрузка...' : 'Не из встречи'}</option>
      {value && !isListed ? <option value={value}>Выбранная встреча</option> : null}
      {meetings.map((meeting) => (
        <option key={meeting.id} value={meeting.id}>
          {[meeting.title || 'Встреча без названия', formatMoment(meeting.start_at)].filter(Boolean).join(' — ')}
        </option>
      ))}
    </SelectField>
  );
}
