import { useId } from 'react';
import { FieldRow, SelectField, TextField } from '#src/ui/index.ts';
import { groupName, partName } from '../playback/recordings.ts';
import type { PartRow } from './parts-rows.ts';

interface PartFieldsProps {
  row: PartRow;
  rows: readonly PartRow[];
  /** Whether the server supports simultaneous recordings. */
  mayLieBeside: boolean;
  /** Names of possible speakers. */
  names: readonly string[];
  fault: string | undefined;
  onChange: (to: Partial<PartRow>) => void;
  onPut: (besideId: string | null) => void;
}

/** Fields of one recording: its name, its speaker, and where it begins. */
export function PartFields({ row, rows, mayLieBeside, names, fault, onChange, onPut }: PartFieldsProps) {
  const list = useId();
  const leads = rows.filter(({ beside_id }) => beside_id === null);
  const others = leads.filter(({ id }) => id !== row.id);
  const isOpening = leads[0]?.id === row.id;
  const lead = leads.find(({ id }) => id === row.beside_id);
  return (
    <FieldRow>
      <TextField
        label="Название"
        placeholder={partName({ ...row, title: '' }, rows)}
        maxLength={200}
        value={row.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      {mayLieBeside ? (
        <>
          <TextField
            label="Чей голос в файле"
            placeholder="слышны все"
            list={list}
            maxLength={200}
            value={row.speaker}
            onChange={({ currentTarget }) => onChange({ speaker: currentTarget.value })}
          />
          <datalist id={list}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {others.length > 0 ? (
            <SelectField
              label="Когда шла"
              value={row.beside_id ?? ''}
              onChange={({ currentTarget }) => onPut(currentTarget.value || null)}
            >
              <option value="">{isOpening ? 'С начала встречи' : 'После предыдущей'}</option>
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  Вместе: {groupName(each, rows)}
                </option>
              ))}
            </SelectField>
          ) : null}
        </>
      ) : null}
      {lead ? (
        <TextField
          label="Началась позже на"
          placeholder="вместе с ней"
          hint="Если раньше, то с минусом: −0:30"
          maxLength={10}
          value={row.later}
          error={fault}
          onChange={({ currentTarget }) => onChange({ later: currentTarget.value })}
        />
      ) : isOpening ? null : (
        <TextField
          label="Перерыв перед ней"
          placeholder="без перерыва"
          maxLength={9}
          value={row.pause}
          error={fault}
          onChange={({ currentTarget }) => onChange({ pause: currentTarget.value })}
        />
      )}
    </FieldRow>
  );
}
