import FileX from 'lucide-react/icons/file-x';
import { useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { useProtocolUploads } from '#src/data/recording/index.ts';
import { openQueue } from '#src/features/queue/index.ts';
import { LeftRecordingList, RunningRecorder } from '#src/features/recorder/index.ts';
import { type Optimistic, useLeftRecordings, useQueuedMutations } from '#src/sync/index.ts';
import { Button, ButtonLink, Card, EmptyState, layout, ScreenHeading } from '#src/ui/index.ts';
import { EditingContext, type FormKey, nothingEdited } from '../editing/editing.ts';
import { useProtocolNames } from '../editing/people.ts';
import { AsParticipantLink } from '../participation/as-participant.tsx';
import { UploadSection } from '../recording/upload-section.tsx';
import { ResolveForm } from '../resolve/resolve-form.tsx';
import { TypedGuard } from './typed-guard.tsx';

interface MissingProtocolProps {
  id: string;
  /** The protocol as it was known on this device, if it was. */
  known: Optimistic<Protocol> | undefined;
}

/**
 * Screen of a protocol that the server does not have. Unsent changes made here are still shown, to be read and copied.
 */
export function MissingProtocol({ id, known }: MissingProtocolProps) {
  const unsent = useQueuedMutations().filter((row) => row.state !== 'sent' && protocolOf(row) === id);
  const protocol: Optimistic<Protocol> = known ?? { id, stage: 'no_video' };
  const nameOf = useProtocolNames(protocol);
  const [typed] = useState(() => new Map<FormKey, unknown>());
  const [announcement, announce] = useState('');
  const coming = useProtocolUploads(id);
  const hasRecording = useLeftRecordings(id).length > 0;
  const editing = useMemo(() => ({ ...nothingEdited, typed }), [typed]);
  return (
    <div className={layout.stack(4)}>
      <ScreenHeading title="Протокол не найден" />
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <EmptyState
        icon={FileX}
        title="Такого протокола нет"
        actions={
          <>
            {unsent.length > 0 ? (
              <Button onClick={() => openQueue(unsent.map((row) => row.id))}>Показать неотправленное</Button>
            ) : null}
            <AsParticipantLink id={id} />
            <ButtonLink to="/main/protocols">Ко всем протоколам</ButtonLink>
          </>
        }
      >
        Возможно, его удалили или он принадлежит другому секретарю.
        {unsent.length > 0 ? ' Ваши неотправленные изменения целы: их текст можно открыть и скопировать.' : null}
      </EmptyState>
      <RunningRecorder protocolId={id} />
      {hasRecording || coming.length > 0 ? (
        <Card bare>
          {coming.map((upload) => (
            <UploadSection key={upload.id} upload={upload} />
          ))}
          <LeftRecordingList protocolId={id} maySend={false} />
        </Card>
      ) : null}
      <EditingContext value={editing}>
        <ResolveForm protocol={protocol} nameOf={nameOf} onAnnounce={announce} />
        <TypedGuard />
      </EditingContext>
    </div>
  );
}
