import { useMutation, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { finalizeProtocol, finishProtocol, nextMove } from './finish-protocol.ts';
import { useDocumentDownload } from './use-document-download.ts';

/** The documents, and the next move of the protocol: «Завершить», then «Сформировать итоговый протокол». */
export function ProtocolActions({ protocol }: { protocol: Protocol }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const download = useDocumentDownload(protocol);
  const move = nextMove(protocol.stage);

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

  return (
    <>
      {(['pdf', 'docx'] as const).map((kind) => (
        <Button key={kind} icon={Download} busy={download.busy === kind} onClick={() => download.start(kind)}>
          {download.busy === kind ? 'Готовим…' : kind.toUpperCase()}
        </Button>
      ))}
      {move ? (
        <Button
          variant={protocol.stage === 'no_video' ? 'outlined' : 'primary'}
          busy={act.isPending}
          onClick={() => (move === 'final' ? setAsking(true) : act.mutate('finish'))}
        >
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
          Итоговый протокол нельзя изменить: дальше его только читают и печатают. Вернуть его в работу можно лишь с
          указанием причины, новой версией.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
