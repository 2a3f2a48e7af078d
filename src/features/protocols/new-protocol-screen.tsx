import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#src/components/card.tsx';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { useSession } from '#src/lib/use-session.ts';
import { meetingPrefillQuery, type Prefill } from './meeting-prefill.ts';
import { NewProtocolForm } from './new-protocol-form.tsx';
import styles from './new-protocol-screen.module.css';
import { newDraft, readDraft } from './protocol-draft.ts';
import { emptyForm } from './protocol-form.ts';

/** /main/protocols/add: a protocol is written down, its video is added on its own screen. `?meeting=` fills it in. */
export function NewProtocolScreen() {
  const [query] = useSearchParams();
  const meetingId = query.get('meeting') ?? '';
  return (
    <div className={styles.screen}>
      <PageHeader title="Новый протокол" />
      <ConnectionBanner />
      <FromMeeting key={meetingId} meetingId={meetingId} />
    </div>
  );
}

function FromMeeting({ meetingId }: { meetingId: string }) {
  const client = useQueryClient();
  const { userId = '' } = useSession();
  const [kept] = useState(() => readDraft(userId, meetingId));
  const asks = meetingId !== '' && !kept;
  const prefill = useQuery({ ...meetingPrefillQuery(client, meetingId), enabled: asks });
  // Once the form is shown nothing takes it away again, not the answer that a returning line brings either.
  const [begun, setBegun] = useState<{ prefill: Prefill | null }>();
  const waiting = asks && prefill.isPending && prefill.fetchStatus !== 'paused';
  if (!begun && !waiting) setBegun({ prefill: prefill.data ?? null });
  if (!begun) return <FormBones />;
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

function FormBones() {
  return (
    <Card className={styles.card}>
      <div className={styles.form} role="status" aria-label="Загрузка...">
        {['70%', '100%', '96%', '60%'].map((width) => (
          <Skeleton key={width} width={width} height={40} />
        ))}
      </div>
    </Card>
  );
}
