import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { cachedProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { outbox, useOpenForm, useQueueKnown } from '#src/sync/index.ts';
import { type ProtocolDraft, removeDraft, writeDraft } from '../editing/device-drafts.ts';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import { handOver, isHere } from './hand-over.ts';

interface HandingOverProps {
  userId: string;
  meetingId: string;
  draft: ProtocolDraft;
  /** It did not get there: the person goes on in the form. */
  onBack: (draft: ProtocolDraft) => void;
}

/** A draft whose page died while it was handed to the outbox: opened where it got there, else handed over once more. */
export function HandingOver({ userId, meetingId, draft, onBack }: HandingOverProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useOpenForm();
  const isKnown = useQueueKnown();
  const begun = useRef(false);
  useEffect(() => {
    if (!isKnown || begun.current) return;
    begun.current = true;
    const goOn = async (): Promise<string | undefined> => {
      const { id } = draft;
      if (isHere(id) || cachedProtocol(client, id)) return outbox.currentId(id);
      // Only our own server takes the same protocol twice for one.
      if (!(await lastOffers().catch(() => bareOffers)).ownIds) return undefined;
      const remember = (change: Partial<ProtocolDraft>) => writeDraft(userId, meetingId, { ...draft, ...change });
      return (await handOver(draft, draft.form, form, remember).catch(() => undefined))?.id;
    };
    void goOn().then((id) => {
      if (id === undefined) return onBack({ ...draft, handing: false });
      removeDraft(userId, meetingId);
      return navigate(`/main/protocols/${encodeURIComponent(id)}`, { replace: true });
    });
  }, [isKnown, draft, client, form, userId, meetingId, navigate, onBack]);
  return <FormSkeleton />;
}
