import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { useSession } from '#src/sync/index.ts';
import { layout, PageHeader, ScreenBody } from '#src/ui/index.ts';
import { newDraft, readDraft } from '../editing/device-drafts.ts';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import { emptyForm } from '../editing/protocol-form.ts';
import { HandingOver } from '../recording/hand-over.tsx';
import type { Filling } from './body-prefill.ts';
import { bodyPrefillQuery, meetingPrefillQuery, type Prefill } from './meeting-prefill.ts';
import { NewProtocolForm } from './new-protocol-form.tsx';
import { ResolveProtocol } from './resolve-protocol-form.tsx';

/** /main/protocols/add: a protocol is written down, its video is added on its own screen. `?meeting=`, `?body=` fill it in. */
export function NewProtocolScreen() {
  const [query] = useSearchParams();
  const meetingId = query.get('meeting') ?? '';
  const bodyId = query.get('body') ?? '';
  const writeId = query.get('write');
  return (
    <div className={layout.stack(5)}>
      <PageHeader title="Новый протокол" />
      <ConnectionBanner />
      <ScreenBody>
        {writeId ? (
          <ResolveProtocol writeId={writeId} />
        ) : (
          <Begin key={`${meetingId} ${bodyId}`} meetingId={meetingId} bodyId={bodyId} />
        )}
      </ScreenBody>
    </div>
  );
}

function Begin({ meetingId, bodyId }: { meetingId: string; bodyId: string }) {
  const client = useQueryClient();
  const { userId = '' } = useSession();
  // A draft for each meeting, and for each body.
  const place = meetingId || (bodyId && `body-${bodyId}`);
  const [kept, setKept] = useState(() => readDraft(userId, place));
  const asks = meetingId !== '' && !kept;
  const prefill = useQuery({ ...meetingPrefillQuery(client, meetingId), enabled: asks });
  // Once the form is shown nothing takes it away again, not the answer that a returning line brings either.
  const [begun, setBegun] = useState<{ prefill: Prefill | Filling | null }>();
  const asksBody = bodyId !== '' && meetingId === '' && !kept;
  const ofBody = useQuery({ ...bodyPrefillQuery(client, bodyId), enabled: asksBody });
  const asked = asks ? prefill : asksBody ? ofBody : undefined;
  const waiting = asked?.isPending && asked.fetchStatus !== 'paused';
  if (!begun && !waiting) setBegun({ prefill: prefill.data ?? ofBody.data ?? null });
  if (kept?.handing) return <HandingOver userId={userId} meetingId={place} draft={kept} onBack={setKept} />;
  if (!begun) return <FormSkeleton isWide />;
  const isUnread = (asks || asksBody) && !begun.prefill;
  return (
    <NewProtocolForm
      userId={userId}
      meetingId={place}
      kept={kept}
      fresh={() => newDraft({ ...emptyForm(), ...begun.prefill })}
      isOfMeeting={asks}
      note={
        isUnread
          ? `${asks ? 'Встречу, из которой вы пришли,' : 'Комиссию или отдел'} прочитать не удалось: поля не заполнены. Их можно заполнить самому.`
          : undefined
      }
    />
  );
}
