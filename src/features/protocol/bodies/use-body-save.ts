import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { type Body, body as bodySchema } from '#contract/bodies/body.ts';
import { type BodyFields, createBody, updateBody } from '#src/data/body/index.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { ApiError, mutate, onDevice, outbox, resolveMutation, useOpenForm, variablesOf } from '#src/sync/index.ts';
import { bodyFormOf, changedFields, fieldsOf } from './body-form-values.ts';
import { type OpenedBody, withoutMark } from './opened-body.ts';

/**
 * Saves a body. `theirs` is a version that somebody else saved meanwhile: saving again applies the person's changes to
 * it.
 */
export function useBodySave({ base, refused }: OpenedBody, onSaved: (kept: boolean) => void) {
  const open = useOpenForm();
  const [id] = useState(uuidv7);
  const [theirs, setTheirs] = useState(() =>
    refused?.state === 'conflict' ? readBody(refused.fault?.current) : undefined,
  );

  const save = useMutation({
    mutationFn: async ({ fields, people }: { fields: BodyFields; people: NamedPerson[] }): Promise<boolean> => {
      const made = refused && variablesOf(createBody, refused);
      if (refused && made) await resolveMutation(createBody, refused, { ...made, fields, people });
      else if (base) {
        const change = changeOf(base, fields);
        const edit = { base: theirs ?? withoutMark(base), change, people };
        if (refused) await resolveMutation(updateBody, refused, edit);
        else if (Object.keys(change).length === 0) return false;
        else return (await mutate(updateBody, edit, { form: open, basedOn: base.unsent?.writes })).kept;
      } else return (await mutate(createBody, { id, fields, people }, { form: open })).kept;
      return true;
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(readBody(error.current));
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.code === 'version_conflict';
  return {
    save: (fields: BodyFields, people: NamedPerson[]) => save.isPending || save.mutate({ fields, people }),
    busy: save.isPending,
    error: isConflict && theirs ? null : save.error,
    theirs,
    /** Discards the person's changes in favour of the server's version. */
    drop: async () => {
      if (refused) await onDevice(outbox.discard(refused.id));
    },
  };
}

/** Returns the changes that a person made to a body in its form. */
export function changeOf(base: Body, fields: BodyFields): Partial<BodyFields> {
  return changedFields(fieldsOf(bodyFormOf(base), base.quorum ?? null), fields);
}

function readBody(wire: unknown): Body | undefined {
  const parsed = z.safeParse(bodySchema, wire);
  return parsed.success ? parsed.data : undefined;
}
