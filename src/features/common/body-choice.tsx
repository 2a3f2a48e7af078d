import type { ComponentProps } from 'react';
import type { Body } from '#contract/body.ts';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import { listedName } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';

interface BodyChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  value: string;
  /** What the chosen one is called where it is none of the known ones. */
  name?: string | undefined;
  onChange: (id: string, body: Body | undefined) => void;
}

/** Chooses one of the own commissions and departments; nothing where there are none. */
export function BodyChoice({ value, name, onChange, ...rest }: BodyChoiceProps) {
  const { known } = useBodies();
  if (known.length === 0 && !value) return null;
  const isKnown = known.some(({ id }) => id === value);
  return (
    <SelectField
      {...rest}
      label="Комиссия или отдел"
      value={value}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value;
        onChange(
          id,
          known.find((body) => body.id === id),
        );
      }}
    >
      <option value="">Не указано</option>
      {value && !isKnown ? <option value={value}>{name ?? 'Выбранная раньше'}</option> : null}
      {known.map((body) => (
        <option key={body.id} value={body.id}>
          {listedName(bodyTitle(body))}
        </option>
      ))}
    </SelectField>
  );
}
