import { usePeopleNames } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { BodyChoice } from '#src/features/forms/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { readDayValue } from '#src/format/index.ts';
import { DateField, TextField } from '#src/ui/index.ts';
import type { ListPlace, ListTab } from './list-address.ts';

interface FilterFieldsProps {
  tab: ListTab;
  place: ListPlace;
  onChange: (change: Partial<ListPlace>) => void;
}

/** Filter fields: days, people and bodies of meetings for protocols; assignee and day for tasks. */
export function FilterFields({ tab, place, onChange }: FilterFieldsProps) {
  const { reading } = useOffers();
  const day = (value: string | null) => (readDayValue(value) ? (value ?? undefined) : undefined);
  if (tab === 'tasks')
    return (
      <>
        <Person label="Ответственный" id={place.assignee} onChange={(assignee) => onChange({ assignee })} />
        {reading ? (
          <DateField
            label="Какими были на дату"
            value={place.on ?? null}
            onChange={(on) => day(on) !== place.on && onChange({ on: day(on) })}
          />
        ) : null}
      </>
    );
  return (
    <>
      <DateField
        label="Встречи с"
        value={place.from ?? null}
        max={place.to}
        onChange={(from) => day(from) !== place.from && onChange({ from: day(from) })}
      />
      <DateField
        label="Встречи по"
        value={place.to ?? null}
        min={place.from}
        onChange={(to) => day(to) !== place.to && onChange({ to: day(to) })}
      />
      <BodyChoice value={place.body_id ?? ''} onChange={(id) => onChange({ body_id: id || undefined })} />
      <Person label="Председатель" id={place.chairman_id} onChange={(id) => onChange({ chairman_id: id })} />
      <Person label="Участник" id={place.person_id} onChange={(id) => onChange({ person_id: id })} />
    </>
  );
}

interface PersonProps {
  label: string;
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

function Person({ label, id, onChange }: PersonProps) {
  const names = usePeopleNames([id]);
  const name = id === undefined ? '' : names.get(id);
  // The picker needs the name of the chosen person at its start.
  if (name === undefined) return <TextField label={label} value="Загрузка..." readOnly />;
  const value = id === undefined ? [] : [{ id, name }];
  return <PersonPicker label={label} value={value} onChange={([person]) => onChange(person?.id)} />;
}
