import type { UserUpdate } from '#contract/user.ts';
import {
  type OptimisticPerson,
  type Picture,
  restToSend,
  unsentProfile,
  updateProfile,
} from '#src/data/person/index.ts';
import {
  fileUnreadable,
  mutate,
  needsPerson,
  type OpenForm,
  type OutboxRow,
  resolveMutation,
  variablesOf,
} from '#src/sync/index.ts';

interface ProfileChange {
  me: OptimisticPerson;
  /** Relative to the shown profile, which includes unsent changes. */
  change: UserUpdate;
  picture: Picture;
}

interface Around {
  form: OpenForm;
  /** The refused mutation that is sent again with this change. */
  refused: OutboxRow | undefined;
  rows: readonly OutboxRow[];
}

/** Saves the own profile. Resolves with whether it waits on the device. */
export async function saveProfile({ me, change, picture }: ProfileChange, around: Around): Promise<boolean> {
  const before = around.refused && variablesOf(updateProfile, around.refused);
  if (around.refused && before) {
    // If the chosen photo can no longer be read, saving without a new one keeps the server's photo.
    const isLost = around.refused.fault?.code === fileUnreadable;
    const chosen = picture === 'keep' && !isLost ? before.picture : picture;
    await resolveMutation(updateProfile, around.refused, {
      ...before,
      change: { ...before.change, ...change },
      picture: chosen,
    });
    return true;
  }
  const { unsent, photo: _photo, ...known } = me;
  const whole = { ...(await restToSend(known)), ...unsentProfile(around.rows) };
  const variables = { id: me.id, change, picture, whole };
  const { kept } = await mutate(updateProfile, variables, { form: around.form, basedOn: unsent?.writes });
  return kept;
}

/** Returns the refused mutation of the own profile. */
export function refusedProfile(rows: readonly OutboxRow[]): OutboxRow | undefined {
  return rows.find((row) => needsPerson(row) && variablesOf(updateProfile, row) !== undefined);
}
