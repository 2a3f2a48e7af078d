import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useSyncExternalStore } from 'react';
import { Banner } from '#src/components/banner.tsx';
import { Button } from '#src/components/button.tsx';
import { appUpdate } from './app-update.ts';

/** «Доступна новая версия»: taken when the person says so, never by itself. */
export function UpdateBanner() {
  const ready = useSyncExternalStore(appUpdate.subscribe, appUpdate.isReady);
  if (!ready) return null;
  return (
    <Banner
      tone="accent"
      icon={RefreshCw}
      title="Доступна новая версия."
      action={
        <Button size="small" onClick={appUpdate.take}>
          Обновить
        </Button>
      }
    >
      Загрузки продолжатся после обновления.
    </Banner>
  );
}
