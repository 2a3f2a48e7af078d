import type { ComponentProps } from 'react';
import type { Body } from '#contract/bodies/body.ts';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { listedName } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';

interface BodyChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  value: string;
  /** Label of the chosen body when it is not among the known ones. */
  name?: string | undefined;
  onChange: (id: string, body: Body | undefined) => void;
}

/** Select of the person's own commissions and departments; renders nothing where the server keeps none. */
export function BodyChoice({ value, name, onChange, ...rest }: BodyChoiceProps) {
  const { known, query } = useBodies();
  // The select is shown until the server has said whether it keeps bodies, so that nothing moves when it answers.
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
