import { useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { offlineTitles } from '#src/features/connection/index.ts';
import { formatWhen } from '#src/format/index.ts';
import {
  type OfflineReason,
  refetchFailed,
  useIsForbidden,
  useOfflineReason,
  useOldestFailed,
  useOldestShown,
} from '#src/sync/index.ts';
import { Banner, Button } from '#src/ui/index.ts';
import { queueWords } from './queue-count.ts';
import { openQueue } from './queue-panel.ts';
import { useQueueCount } from './use-queue.ts';

interface ConnectionBannerProps {
  shownAt?: number | undefined;
}

/**
 * Offline: how old the shown data is, what waits to be sent, and a button to the queue. `shownAt` is when the screen's
 * main data was read; without it the oldest shown data counts. Online: what could not be read again.
 */
export function ConnectionBanner({ shownAt }: ConnectionBannerProps) {
  const offlineReason = useOfflineReason();
  return offlineReason ? <OfflineBanner offlineReason={offlineReason} shownAt={shownAt} /> : <StaleBanner />;
}

function OfflineBanner({ offlineReason, shownAt }: ConnectionBannerProps & { offlineReason: OfflineReason }) {
  const unsent = queueWords(useQueueCount());
  const oldest = useOldestShown();
  const at = shownAt || oldest;
  return (
    <Banner
      icon={CloudOff}
      title={`${offlineTitles[offlineReason]}.`}
      action={
        unsent ? (
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => openQueue()}>
            Очередь отправки
          </Button>
        ) : undefined
      }
    >
      {at ? `Показаны данные от ${formatWhen(at)}. ` : 'Приложение работает с тем, что есть на устройстве. '}
      {unsent ? `${unsent}.` : ''}
    </Banner>
  );
}

/** The server can be reached but did not give the shown data again: its age, and «Повторить». */
function StaleBanner() {
  const client = useQueryClient();
  const readAt = useOldestFailed();
  const isForbidden = useIsForbidden();
  const [busy, setBusy] = useState(false);
  if (readAt === undefined) return null;
  const retry = async () => {
    setBusy(true);
    await refetchFailed(client);
    setBusy(false);
  };
  return (
    <Banner
      icon={TriangleAlert}
      title={isForbidden ? 'Нет доступа.' : 'Не удалось обновить.'}
      action={
        <Button variant="quiet" size="small" busy={busy} onClick={retry}>
          {busy ? 'Загрузка...' : 'Повторить'}
        </Button>
      }
    >
      Показаны данные от {formatWhen(readAt)}.
    </Banner>
  );
}
