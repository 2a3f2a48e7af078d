import { useMutation, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { useProtocolUpload } from '#src/lib/use-uploads.ts';
import { finalizeProtocol, finishProtocol, nextMove } from './finish-protocol.ts';
import { useDocumentDownload } from './use-document-download.ts';

const waitForUpload = 'Дождитесь конца загрузки или отмените её.';

/** The documents, and the next move of the protocol: «Завершить», then «Сформировать итоговый протокол». */
export function ProtocolActions({ protocol }: { protocol: Protocol }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const download = useDocumentDownload(protocol);
  const move = nextMove(protocol.stage);
  const upload = useProtocolUpload(protocol.id);
  // The video is wanted first, or its processing once more.
  const isPrimary = protocol.stage !== 'no_video' && protocol.stage !== 'error_video_process';

  const act = useMutation({
    mutationFn: (to: 'finish' | 'final') =>
      to === 'final' ? finalizeProtocol(client, protocol) : finishProtocol(client, protocol),
    onSuccess: (_done, to) => {
      showToast(to === 'final' ? 'Итоговый протокол сформирован' : 'Протокол завершён', { protocolId: protocol.id });
      // The button that was pressed is gone with its move.
      if (to === 'final') document.querySelector('h1')?.focus();
    },
    onError: (error) => {
      const { title, words } = errorWords(error);
      showToast(title, { detail: words, tone: 'bad' });
    },
    onSettled: () => setAsking(false),
  });

  const start = () => {
    // Nothing is declared complete over the head of a recording that is still on its way.
    if (upload) return showToast('Видео ещё загружается', { detail: waitForUpload, tone: 'warn' });
    if (move === 'final') setAsking(true);
    else act.mutate('finish');
  };

  return (
    <>
      {(['pdf', 'docx'] as const).map((kind) => (
        <Button key={kind} icon={Download} busy={download.busy === kind} onClick={() => download.start(kind)}>
          {download.busy === kind ? 'Готовим…' : kind.toUpperCase()}
        </Button>
      ))}
      {move ? (
        <Button variant={isPrimary ? 'primary' : 'outlined'} busy={act.isPending} onClick={start}>
          {act.isPending ? 'Загрузка...' : move === 'final' ? 'Сформировать итоговый протокол' : 'Завершить'}
        </Button>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title="Сформировать итоговый протокол?"
          confirm="Сформировать"
          busy={act.isPending}
          onConfirm={() => act.mutate('final')}
          onCancel={() => setAsking(false)}
        >
          Итоговый протокол нельзя изменить: дальше его только читают и печатают.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
