import { useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { formatWhen } from '#src/format/index.ts';
import { refetchFailed, useIsForbidden, useOldestFailed } from '#src/sync/index.ts';
import { Banner, Button } from '#src/ui/index.ts';

/** The server is there and did not give what the screen shows anew: from when it is, and «Повторить». */
export function StaleBanner() {
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
