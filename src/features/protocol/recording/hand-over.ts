import { uuidv7 } from 'uuidv7';
import { createMember } from '#src/data/member/index.ts';
import { createProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { mutate, type OpenForm, outbox } from '#src/sync/index.ts';
import type { ProtocolDraft } from '../editing/device-drafts.ts';
import { type NewProtocolForm, namedIn, newFields } from '../editing/protocol-form.ts';

export interface HandedOver {
  /** Where it is shown; undefined of a provider that did not say under which id it has it. */
  id: string | undefined;
  /** It waits on this device. */
  isKept: boolean;
  /** Members that a full device could not keep and the server did not take, in words. */
  missed: string[];
}

/** The version that our server gives to what is new. */
const firstVersion = 1;

/**
 * Hands a draft to the outbox: the protocol and each of its members, kept in one step, all or none. `remember` notes first
 * that it is on its way there. Throws ApiError when the server refuses the protocol while the form is open.
 */
export async function handOver(
  draft: ProtocolDraft,
  form: NewProtocolForm,
  open: OpenForm,
  remember: (change: Partial<ProtocolDraft>) => void,
): Promise<HandedOver> {
  const keys = form.members.map(({ id }) => [id, draft.memberKeys[id] ?? uuidv7()] as const);
  remember({ form, memberKeys: Object.fromEntries(keys), handing: true });
  const { ownIds } = await lastOffers().catch(() => bareOffers);
  const { id } = draft;
  const made = {
    id,
    fields: newFields(form),
    people: namedIn(form),
    version: ownIds ? firstVersion : undefined,
    createdAt: new Date().toISOString(),
  };
  const idOf = new Map(keys);
  const following = form.members.map((person) => ({
    kind: createMember,
    variables: { id: idOf.get(person.id), protocolId: id, kind: 'present', people: [person] },
  }));
  try {
    const answer = await mutate(createProtocol, made, { form: open, following });
    const missed = answer.kept ? [] : (answer.missed ?? []);
    const given = answer.reply?.id ?? (isHere(id) ? outbox.currentId(id) : ownIds ? id : undefined);
    return { id: answer.kept ? id : given, isKept: answer.kept, missed };
  } catch (error) {
    remember({ handing: false });
    throw error;
  }
}

/** Whether the protocol waits in the outbox, or a provider is known to have it under another id. */
export function isHere(id: string): boolean {
  return outbox.currentId(id) !== id || outbox.list().some(({ creates, state }) => creates === id && state !== 'sent');
}
