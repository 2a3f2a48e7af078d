import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { numberKey } from '#contract/protocol-number.ts';
import { freeNumberQuery } from '#src/data/protocol/index.ts';
import { useOnline } from '#src/sync/index.ts';
import { Button, TextField, useDebounced } from '#src/ui/index.ts';
import styles from '../editing/forms.module.css';
import type { HeadForm } from '../editing/protocol-form.ts';

/** A protocol's number, with the next free one of its year beside it while it is empty or was refused. */
export function NumberField() {
  const { control, register, formState, setValue } = useFormContext<HeadForm>();
  const [number, heldAt, organization] = useWatch({ control, name: ['number', 'held_at', 'organization'] });
  const { error } = control.getFieldState('number', formState);
  const isWanted = !number?.trim() || error !== undefined;
  const free = useFreeNumber(isWanted, heldAt, organization);
  return (
    <div className={styles.number}>
      <TextField
        label="Номер"
        autoComplete="off"
        hint="Если пусто, номер присвоится сам"
        error={error?.message}
        {...register('number')}
      />
      {isWanted && free && numberKey(free) !== numberKey(number ?? '') ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => setValue('number', free, { shouldDirty: true, shouldTouch: true, shouldValidate: true })}
        >
          Взять № {free}
        </Button>
      ) : null}
    </div>
  );
}

/** Told only online and by a server that knows it: without one somebody else may have taken it since. */
function useFreeNumber(
  isWanted: boolean,
  heldAt: string | null | undefined,
  organization: string | undefined,
): string | undefined {
  const online = useOnline();
  const query = {
    ...(heldAt && { held_at: heldAt }),
    ...(organization?.trim() && { organization: organization.trim() }),
  };
  const asked = useDebounced(JSON.stringify(query), 300);
  const { data, isFetchedAfterMount } = useQuery({ ...freeNumberQuery(asked), enabled: isWanted && online });
  // What the device kept from another visit may have been taken since.
  return online && isFetchedAfterMount ? data?.number : undefined;
}
