import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { id } from '#contract/id.ts';
import { api } from '#src/lib/api.ts';
import { ApiError, errorWords } from '#src/lib/api-errors.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { written } from '#src/lib/written.ts';
import type { ProtocolDraft } from './protocol-draft.ts';
import { agendaBody, headBody, type NewProtocolForm } from './protocol-form.ts';

/** Of what was made only its id is needed: a provider may answer no more. */
const createCall = { ...calls.createProtocol, reply: { kind: 'item', of: z.looseObject({ id }) } } as const;

/** A person whom the server did not take as a member, and why. */
export interface RefusedMember {
  id: string;
  name: string;
  words: string;
}

/**
 * Sends a draft: the protocol, then its members one by one. Every step is told to `remember` before the next, and sent
 * under a key of its own: after a failure in the middle it goes on where it was and makes nothing twice.
 */
export async function createProtocol(
  draft: ProtocolDraft,
  form: NewProtocolForm,
  remember: (change: Partial<ProtocolDraft>) => void,
): Promise<{ id: string | undefined; refused: RefusedMember[] }> {
  const ours = await isOurs();
  const protocolId = draft.createdId ?? (await sendProtocol(draft, form, ours, remember));
  if (protocolId === undefined) return { id: undefined, refused: [] };
  remember({ createdId: protocolId });

  const added = new Set(draft.added);
  const memberKeys = { ...draft.memberKeys };
  const refused: RefusedMember[] = [];
  for (const person of form.members.filter((member) => !added.has(member.id))) {
    const key = memberKeys[person.id] ?? uuidv7();
    memberKeys[person.id] = key;
    remember({ memberKeys: { ...memberKeys } });
    const extras = ours ? { id: key, kind: 'present' as const } : {};
    try {
      const body = { member_id: person.id, ...extras };
      await written(api(calls.createMember, { params: { id: protocolId }, idempotencyKey: key, body }));
    } catch (error) {
      // Already there: an earlier try got through, its answer did not.
      const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 409;
      if (isRefusal) refused.push({ ...person, words: errorWords(error).words });
      if (isRefusal) continue;
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
    added.add(person.id);
    remember({ added: [...added] });
  }
  return { id: protocolId, refused };
}

async function sendProtocol(
  draft: ProtocolDraft,
  form: NewProtocolForm,
  ours: boolean,
  remember: (change: Partial<ProtocolDraft>) => void,
): Promise<string | undefined> {
  const agenda = agendaBody(form.agenda);
  const filled = Object.entries(headBody(form)).filter(([, value]) => value !== null);
  const body = {
    ...(ours ? { id: draft.id } : {}),
    title: form.title,
    ...Object.fromEntries(filled),
    ...(agenda.length > 0 ? { agenda } : {}),
  };
  const text = JSON.stringify(body);
  const key = draft.sent?.body === text ? draft.sent.key : uuidv7();
  remember({ sent: { key, body: text } });
  try {
    const created = await written(api(createCall, { idempotencyKey: key, body }));
    return created?.id ?? (ours ? draft.id : undefined);
  } catch (error) {
    if (!(ours && error instanceof ApiError && error.code === 'id_taken')) throw error;
    // An earlier try got through without its answer, and was changed since.
    const change = { ...headBody(form), agenda };
    await written(api(calls.updateProtocol, { params: { id: draft.id }, body: change }));
    return draft.id;
  }
}
