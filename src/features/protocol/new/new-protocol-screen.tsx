import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { useSession } from '#src/sync/index.ts';
import { layout, PageHeader, ScreenBody } from '#src/ui/index.ts';
import { newDraft } from '../editing/device-drafts.ts';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import { emptyForm } from '../editing/protocol-form.ts';
import type { Filling } from './body-prefill.ts';
import { ResumeDraftCreation } from './create-from-draft.tsx';
import { likePrefillQuery } from './like-prefill.ts';
import { bodyPrefillQuery, meetingPrefillQuery, type Prefill } from './meeting-prefill.ts';
import { NewProtocolForm } from './new-protocol-form.tsx';
import { ResolveProtocol } from './resolve-protocol-form.tsx';
import { type OwnDraft, useOwnDraft } from './use-protocol-draft.tsx';

/**
 * /main/protocols/add: creates a protocol; the video is added on its own screen. `?meeting=`, `?body=` or `?like=` fill
 * it in.
 */
export function NewProtocolScreen() {
  const [query] = useSearchParams();
  const meetingId = query.get('meeting') ?? '';
  const bodyId = query.get('body') ?? '';
  const likeId = query.get('like') ?? '';
  const mutationId = query.get('write');
  return (
    <div className={layout.stack(5)}>
      <PageHeader title="Новый протокол" />
      <ConnectionBanner />
      <ScreenBody>
        {mutationId ? (
          <ResolveProtocol mutationId={mutationId} />
        ) : (
          <Begin key={`${meetingId} ${bodyId} ${likeId}`} meetingId={meetingId} bodyId={bodyId} likeId={likeId} />
        )}
      </ScreenBody>
    </div>
  );
}

interface Origin {
  meetingId: string;
  bodyId: string;
  likeId: string;
}

function Begin(origin: Origin) {
  const { meetingId, bodyId, likeId } = origin;
  const { userId = '' } = useSession();
  // Each meeting, body, and protocol given by `?like=` has drafts of its own.
  const own = useOwnDraft(userId, meetingId || (bodyId && `body-${bodyId}`) || (likeId && `like-${likeId}`));
  return own ? <BeginDraft {...origin} {...own} /> : <FormSkeleton isWide />;
}

function BeginDraft({ meetingId, bodyId, likeId, name, left }: Origin & OwnDraft) {
  const client = useQueryClient();
  const [kept, setKept] = useState(left);
  const asks = meetingId !== '' && !kept;
  const prefill = useQuery({ ...meetingPrefillQuery(client, meetingId), enabled: asks });
  // Once shown, the form stays, even when an answer arrives after the connection returns.
  const [begun, setBegun] = useState<{ prefill: Prefill | Filling | null }>();
  const asksBody = bodyId !== '' && meetingId === '' && !kept;
  const ofBody = useQuery({ ...bodyPrefillQuery(client, bodyId), enabled: asksBody });
  const asksLike = likeId !== '' && bodyId === '' && meetingId === '' && !kept;
  const like = useQuery({ ...likePrefillQuery(client, likeId), enabled: asksLike });
  const asked = asks ? prefill : asksBody ? ofBody : asksLike ? like : undefined;
  const waiting = asked?.isPending && asked.fetchStatus !== 'paused';
  if (!begun && !waiting) setBegun({ prefill: prefill.data ?? ofBody.data ?? like.data ?? null });
  if (kept?.handing) return <ResumeDraftCreation name={name} draft={kept} onBack={setKept} />;
  if (!begun) return <FormSkeleton isWide />;
  const isUnread = asked !== undefined && !begun.prefill;
  const source = asks
    ? 'Встречу, из которой вы пришли,'
    : asksBody
      ? 'Комиссию или отдел'
      : 'Протокол, из которого вы пришли,';
  return (
    <NewProtocolForm
      name={name}
      kept={kept}
      fresh={() => newDraft({ ...emptyForm(), ...begun.prefill })}
      isOfMeeting={asks}
      note={isUnread ? `${source} прочитать не удалось: поля не заполнены. Их можно заполнить самому.` : undefined}
    />
  );
}
