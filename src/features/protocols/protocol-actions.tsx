import { useMutation, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { MenuButton } from '#src/components/menu-button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';
import { showToast } from '#src/lib/toast.ts';
import { useOnline } from '#src/lib/use-connection.ts';
import { useProtocolUpload } from '#src/lib/use-uploads.ts';
import { useWrites } from '#src/lib/writes/use-writes.ts';
import { protocolOf } from '#src/lib/writes/write-place.ts';
import { DeleteProtocolDialog } from './delete-protocol-dialog.tsx';
import { finalizeProtocol, finishProtocol, nextMove } from './finish-protocol.ts';
import styles from './protocol-screen.module.css';
import { useDocumentDownload } from './use-document-download.ts';

interface Failure {
  title: string;
  words: string;
  /** `warn`: it was done, but not as one may think. */
  tone?: 'bad' | 'warn';
}

const stillUploading: Failure = {
  title: 'Видео ещё загружается.',
  words: 'Дождитесь конца загрузки или отмените её.',
};

const stillUnsent: Failure = {
  title: 'Не все изменения отправлены.',
  words: 'Дождитесь, пока сервер получит изменения этого протокола: они в очереди отправки.',
};

/** What moves a protocol on is decided by the server alone: nothing is promised that could not be kept. */
function offline(isFinal: boolean): Failure {
  return {
    title: 'Нет подключения.',
    words: isFinal
      ? 'Итоговый протокол можно сформировать только с подключением к серверу.'
      : 'Завершить протокол можно только с подключением к серверу.',
  };
}

/** The documents, the next move («Завершить», then «Сформировать итоговый протокол»), deletion; each says why it failed. */
export function ProtocolActions({ protocol }: { protocol: Protocol }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'final' | 'delete'>();
  const [failure, setFailure] = useState<Failure>();
  const download = useDocumentDownload(protocol, setFailure);
  const move = nextMove(protocol.stage);
  const upload = useProtocolUpload(protocol.id);
  const online = useOnline();
  const hasUnsent = useWrites().some((row) => row.state !== 'sent' && protocolOf(row) === protocol.id);
  // The video is wanted first, or its processing once more.
  const isPrimary = protocol.stage !== 'no_video' && protocol.stage !== 'error_video_process';

  const act = useMutation({
    mutationFn: (to: 'finish' | 'final') =>
      to === 'final' ? finalizeProtocol(client, protocol) : finishProtocol(client, protocol),
    onSuccess: (_done, to) => {
      showToast(to === 'final' ? 'Итоговый протокол сформирован' : 'Протокол завершён', { protocolId: protocol.id });
      // The button that was pressed is gone with its move.
      focusWhenLost(() => document.querySelector('h1'));
    },
    onError: (error, to) => {
      const { title, words } = errorWords(error);
      const what = to === 'final' ? 'Итоговый протокол не сформирован' : 'Протокол не завершён';
      setFailure({ title: `${what}. ${title}.`, words });
    },
    onSettled: () => setAsking(undefined),
  });

  const start = () => {
    setFailure(undefined);
    // Nothing is declared complete over the head of a recording that is still on its way.
    if (!online) setFailure(offline(move === 'final'));
    else if (hasUnsent) setFailure(stillUnsent);
    else if (upload) setFailure(stillUploading);
    else if (move === 'final') setAsking('final');
    else act.mutate('finish');
  };

  return (
    <>
      {(['pdf', 'docx'] as const).map((kind) => (
        <Button
          key={kind}
          icon={Download}
          className={styles.document ?? ''}
          busy={download.busy === kind}
          onClick={() => {
            setFailure(undefined);
            void download.start(kind);
          }}
        >
          {download.busy === kind ? 'Готовим…' : kind.toUpperCase()}
        </Button>
      ))}
      {move ? (
        <Button variant={isPrimary ? 'primary' : 'outlined'} busy={act.isPending} onClick={start}>
          {act.isPending ? 'Загрузка...' : move === 'final' ? 'Сформировать итоговый протокол' : 'Завершить'}
        </Button>
      ) : null}
      {protocol.stage === 'final' ? null : (
        <MenuButton
          icon={Ellipsis}
          label="Другие действия"
          className={styles.more}
          actions={[
            {
              id: 'delete',
              title: 'Удалить протокол',
              icon: Trash2,
              danger: true,
              onAction: () => setAsking('delete'),
            },
          ]}
        />
      )}
      {failure ? (
        <p className={styles.failure} data-tone={failure.tone} role="alert">
          <strong>{failure.title}</strong> {failure.words}
        </p>
      ) : null}
      {asking === 'final' ? (
        <ConfirmDialog
          title="Сформировать итоговый протокол?"
          confirm="Сформировать"
          busy={act.isPending}
          onConfirm={() => act.mutate('final')}
          onCancel={() => setAsking(undefined)}
        >
          Итоговый протокол нельзя изменить: дальше его только читают и печатают.
        </ConfirmDialog>
      ) : null}
      {asking === 'delete' ? (
        <DeleteProtocolDialog
          protocol={protocol}
          onDeleted={() => navigate('/main/protocols', { replace: true })}
          onCancel={() => setAsking(undefined)}
        />
      ) : null}
    </>
  );
}
