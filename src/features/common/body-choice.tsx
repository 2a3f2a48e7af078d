import type { ComponentProps } from 'react';
import type { Body } from '#contract/body.ts';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { listedName } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';

interface BodyChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  value: string;
  /** What the chosen one is called where it is none of the known ones. */
  name?: string | undefined;
  onChange: (id: string, body: Body | undefined) => void;
}

/** Chooses one of the own commissions and departments; nothing where the server keeps none. Its coming moves nothing. */
export function BodyChoice({ value, name, onChange, ...rest }: BodyChoiceProps) {
  const { known, query } = useBodies();
  // Until the server has said whether it keeps any, as if it did.
  if (useOffers().bodies === false && !value) return null;
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
      <option value="">{query.isFetching && known.length === 0 ? 'Загрузка...' : 'Не указано'}</option>
      {value && !isKnown ? <option value={value}>{name ?? 'Выбранная раньше'}</option> : null}
      {known.map((body) => (
        <option key={body.id} value={body.id}>
          {listedName(bodyTitle(body))}
        </option>
      ))}
    </SelectField>
  );
}
