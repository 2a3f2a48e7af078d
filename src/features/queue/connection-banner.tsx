import CloudOff from 'lucide-react/icons/cloud-off';
import { offlineTitles } from '#src/features/connection/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { type OfflineReason, useOfflineReason, useOldestShown } from '#src/sync/index.ts';
import { Banner, Button } from '#src/ui/index.ts';
import { queueWords } from './queue-count.ts';
import { openQueue } from './queue-panel.ts';
import { StaleBanner } from './stale-banner.tsx';
import { useQueueCount } from './use-queue.ts';

interface ConnectionBannerProps {
  shownAt?: number | undefined;
}

/**
 * While nothing gets through: what is shown, what waits, and where to see it. `shownAt` is when the screen's main data was
 * read; without it the oldest of what is shown counts. While the line is there: what could not be read again.
 */
export function ConnectionBanner({ shownAt }: ConnectionBannerProps) {
  const trouble = useOfflineReason();
  return trouble ? <TroubleBanner trouble={trouble} shownAt={shownAt} /> : <StaleBanner />;
}

function TroubleBanner({ trouble, shownAt }: ConnectionBannerProps & { trouble: OfflineReason }) {
  const unsent = queueWords(useQueueCount());
  const oldest = useOldestShown();
  const at = shownAt || oldest;
  return (
    <Banner
      icon={CloudOff}
      title={`${offlineTitles[trouble]}.`}
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
