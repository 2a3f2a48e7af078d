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
import { meetingPrefillQuery, type Prefill } from './meeting-prefill.ts';
import { NewProtocolForm } from './new-protocol-form.tsx';
import { ResolveProtocol } from './resolve-protocol-form.tsx';

/** /main/protocols/add: a protocol is written down, its video is added on its own screen. `?meeting=` fills it in. */
export function NewProtocolScreen() {
  const [query] = useSearchParams();
  const meetingId = query.get('meeting') ?? '';
  const writeId = query.get('write');
  return (
    <div className={layout.stack(5)}>
      <PageHeader title="Новый протокол" />
      <ConnectionBanner />
      <ScreenBody>
        {writeId ? <ResolveProtocol writeId={writeId} /> : <FromMeeting key={meetingId} meetingId={meetingId} />}
      </ScreenBody>
    </div>
  );
}

function FromMeeting({ meetingId }: { meetingId: string }) {
  const client = useQueryClient();
  const { userId = '' } = useSession();
  const [kept, setKept] = useState(() => readDraft(userId, meetingId));
  const asks = meetingId !== '' && !kept;
  const prefill = useQuery({ ...meetingPrefillQuery(client, meetingId), enabled: asks });
  // Once the form is shown nothing takes it away again, not the answer that a returning line brings either.
  const [begun, setBegun] = useState<{ prefill: Prefill | null }>();
  const waiting = asks && prefill.isPending && prefill.fetchStatus !== 'paused';
  if (!begun && !waiting) setBegun({ prefill: prefill.data ?? null });
  if (kept?.handing) return <HandingOver userId={userId} meetingId={meetingId} draft={kept} onBack={setKept} />;
  if (!begun) return <FormSkeleton />;
  const isUnread = asks && !begun.prefill;
  return (
    <NewProtocolForm
      userId={userId}
      meetingId={meetingId}
      kept={kept}
      fresh={() => newDraft({ ...emptyForm(), ...begun.prefill })}
      note={
        isUnread
          ? 'Встречу, из которой вы пришли, прочитать не удалось: поля не заполнены по ней. Их можно заполнить самому.'
          : undefined
      }
    />
  );
}
