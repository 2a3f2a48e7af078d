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
    mutationFn: () => (move === 'final' ? finalizeProtocol(client, protocol) : finishProtocol(client, protocol)),
    onSuccess: () => showToast(move === 'final' ? 'Итоговый протокол сформирован' : 'Протокол завершён'),
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
      {move === 'finish' ? (
        <Button
          variant={protocol.stage === 'no_video' ? 'outlined' : 'primary'}
          busy={act.isPending}
          onClick={() => act.mutate()}
        >
          {act.isPending ? 'Загрузка...' : 'Завершить'}
        </Button>
      ) : null}
      {move === 'final' ? (
        <Button variant="primary" onClick={() => setAsking(true)}>
          Сформировать итоговый протокол
        </Button>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title="Сформировать итоговый протокол?"
          confirm="Сформировать"
          busy={act.isPending}
          onConfirm={() => act.mutate()}
          onCancel={() => setAsking(false)}
        >
          Итоговый протокол нельзя изменить: дальше его только читают и печатают. Вернуть его в работу можно лишь с
          указанием причины, новой версией.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
