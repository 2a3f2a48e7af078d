import { useQueryClient } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { shortened } from '#contract/text/shortened.ts';
import { cachedProtocol, deleteProtocol, protocolTitle } from '#src/data/protocol/index.ts';
import { isUploadTo, useUploads } from '#src/data/recording/index.ts';
import { type Deletion, DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { isUnsent } from '#src/features/queue/index.ts';

/** Whether a protocol may be deleted: the server keeps those that are or ever were final. */
export function mayBeDeleted({ stage, editions_total }: Protocol): boolean {
  return stage !== 'final' && !editions_total;
}

/** Deletes a protocol; asks first unless it is known to be empty. `onDeleted` navigates away before it disappears. */
export function useProtocolDeletion(onDeleted: (protocol: Protocol) => void | Promise<void>): Deletion<Protocol> {
  const client = useQueryClient();
  const uploads = useUploads();
  return useDeletion({
    kind: deleteProtocol,
    variables: (protocol: Protocol) => ({ id: protocol.id, title: protocolTitle(protocol) }),
    asks: (protocol) =>
      hasContent(protocol, cachedProtocol(client, protocol.id)) ||
      uploads.some((upload) => isUploadTo(upload, protocol.id) && isUnsent(upload)),
    onDeleted,
  });
}

/** Asks before a protocol is deleted, and names what is deleted with it. */
export function DeleteProtocolQuestion({ deletion }: { deletion: Deletion<Protocol> }) {
  const uploads = useUploads();
  return (
    <DeletionQuestion deletion={deletion} title="Удалить протокол?" failed="Протокол не удалён" it="его">
      {(protocol) => (
        <p>
          Протокол «{shortened(protocolTitle(protocol))}» будет удалён вместе с повесткой, поручениями, участниками и
          видео
          {uploads.some((upload) => isUploadTo(upload, protocol.id) && isUnsent(upload))
            ? ', которое ещё загружается'
            : ''}
          .
        </p>
      )}
    </DeletionQuestion>
  );
}

/** Whether a protocol has any content; unknown parts count as content. */
function hasContent(protocol: Protocol, whole: Protocol | undefined): boolean {
  const agenda = protocol.agenda ?? whole?.agenda;
  const tasks = protocol.tasks_total ?? (protocol.tasks ?? whole?.tasks)?.length;
  const members = protocol.members_total ?? (protocol.members ?? whole?.members)?.length;
  return protocol.stage !== 'no_video' || [agenda?.length, tasks, members].some((count) => count !== 0);
}
