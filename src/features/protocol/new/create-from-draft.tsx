import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { protocolAddress } from '#contract/protocol-address.ts';
import { createMember, markMember } from '#src/data/member/index.ts';
import { cachedProtocol, createProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { mutate, type OpenForm, outbox, useOpenForm, useQueueKnown } from '#src/sync/index.ts';
import { type ProtocolDraft, protocolDrafts } from '../editing/device-drafts.ts';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import { type ChosenMember, type NewProtocolForm, namedIn, newFields } from '../editing/protocol-form.ts';

export interface CreatedProtocol {
  /** The id of the protocol; undefined where the provider did not send one. */
  id: string | undefined;
  /** Whether the protocol waits on this device. */
  isKept: boolean;
  /** Names of members that a full device could not store and the server did not accept. */
  missed: string[];
}

/** Version that this app's own server gives to a new protocol. */
const firstVersion = 1;

/**
 * Puts a draft into the outbox: the protocol and all its members in one step, all or none. Before that, `remember`
 * records that it is being handed over. Throws ApiError when the server refuses the protocol while the form is open.
 */
export async function createFromDraft(
  client: QueryClient,
  draft: ProtocolDraft,
  form: NewProtocolForm,
  open: OpenForm,
  remember: (change: Partial<ProtocolDraft>) => void,
): Promise<CreatedProtocol> {
  // Another tab has made a protocol of this draft without knowing of this one; with other text it becomes another
  // protocol.
  const isMade = draft.handing === undefined && isKnown(client, draft.id);
  const { id, memberKeys } = isMade ? { id: uuidv7(), memberKeys: {} as Record<string, string> } : draft;
  const keys = form.members.map(({ id }) => [id, memberKeys[id] ?? uuidv7()] as const);
  remember({ id, form, memberKeys: Object.fromEntries(keys), handing: true });
  const { ownIds } = await lastOffers().catch(() => bareOffers);
  const made = {
    id,
    fields: newFields(form),
    people: namedIn(form),
    version: ownIds ? firstVersion : undefined,
    createdAt: new Date().toISOString(),
  };
  const idOf = new Map(keys);
  const following = form.members.flatMap((person) => memberMutations(person, idOf.get(person.id), id));
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

/** Maximum length of the reason of an absence. */
const longestReason = 300;

/** Returns the mutations that add a member and, where their absence is known from an answer, mark it. */
function memberMutations(person: ChosenMember, row: string | undefined, protocolId: string) {
  const { id, name, absence, isGuest, kind = 'present' } = person;
  const who = isGuest ? { people: [], name } : { people: [{ id, name }] };
  const added = { kind: createMember, variables: { ...who, id: row, protocolId, kind } };
  if (absence === undefined || (kind === 'absent' && absence === '')) return [added];
  const member = { id: row, member_id: isGuest ? null : id };
  const attendance = { state: 'absent' as const, ...(absence && { reason: absence.slice(0, longestReason) }) };
  return [added, { kind: markMember, variables: { ...who, protocolId, member, attendance } }];
}

/** Whether the protocol waits in the outbox, or a provider has it under another id. */
function isHere(id: string): boolean {
  return outbox.currentId(id) !== id || outbox.list().some(({ creates, state }) => creates === id && state !== 'sent');
}

function isKnown(client: QueryClient, id: string): boolean {
  return isHere(id) || cachedProtocol(client, id) !== undefined;
}

interface ResumeDraftCreationProps {
  /** The name of the draft. */
  name: string;
  draft: ProtocolDraft;
  /** Called where the draft did not get into the outbox: the form opens again. */
  onBack: (draft: ProtocolDraft) => void;
}

/**
 * Resumes a draft whose page was closed while it was put into the outbox: opens the protocol, or creates it if it did
 * not get there.
 */
export function ResumeDraftCreation({ name, draft, onBack }: ResumeDraftCreationProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useOpenForm();
  const isQueueKnown = useQueueKnown();
  const begun = useRef(false);
  useEffect(() => {
    if (!isQueueKnown || begun.current) return;
    begun.current = true;
    const goOn = async (): Promise<string | undefined> => {
      const { id } = draft;
      if (isKnown(client, id)) return outbox.currentId(id);
      // Only this app's own server recognises a second creation of the same protocol.
      if (!(await lastOffers().catch(() => bareOffers)).ownIds) return undefined;
      const remember = (change: Partial<ProtocolDraft>) => protocolDrafts.write(name, { ...draft, ...change });
      return (await createFromDraft(client, draft, draft.form, form, remember).catch(() => undefined))?.id;
    };
    void goOn().then((id) => {
      if (id === undefined) return onBack({ ...draft, handing: false });
      protocolDrafts.remove(name);
      return navigate(protocolAddress(id), { replace: true });
    });
  }, [isQueueKnown, draft, client, form, name, navigate, onBack]);
  return <FormSkeleton isWide />;
}
