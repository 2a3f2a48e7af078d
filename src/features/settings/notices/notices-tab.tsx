import { useMutation } from '@tanstack/react-query';
import type { NoticeSettings, NoticeSettingsUpdate } from '#contract/notices/notice.ts';
import { updateNoticeSettings, useNoticeSettings } from '#src/data/notice/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { enqueue, errorWords, type Optimistic } from '#src/sync/index.ts';
import { Card, layout, Skeleton } from '#src/ui/index.ts';
import { KindTable } from './kind-table.tsx';
import styles from './notices-tab.module.css';
import { PushDevices } from './push-devices.tsx';
import { QuietHours } from './quiet-hours.tsx';

/** «Уведомления»: kinds and channels, quiet hours, and the person's devices. */
export function NoticesTab() {
  const query = useNoticeSettings();
  return (
    <QueryView query={query} skeleton={<Skeleton width="100%" height={420} />}>
      {(settings) => <Choices settings={settings} />}
    </QueryView>
  );
}

function Choices({ settings }: { settings: Optimistic<NoticeSettings> }) {
  const { unsent } = settings;
  const kinds = useSaving(settings);
  const quiet = useSaving(settings);
  return (
    <div className={styles.cards}>
      <Card title="О чём и как сообщать">
        <KindTable settings={settings} onChange={kinds.mutate} />
        <p className={styles.state} role="status">
          {unsent ? <UnsentMark unsent={unsent} /> : 'Выбор сохраняется сразу'}
        </p>
        <Failure error={kinds.error} />
      </Card>
      <div className={layout.stack(4)}>
        <Card title="Устройства">
          <PushDevices serverKey={settings.push_key ?? undefined} />
        </Card>
        <Card title="Тихие часы">
          <QuietHours settings={settings} onChange={quiet.mutate} />
          <Failure error={quiet.error} />
        </Card>
      </div>
    </div>
  );
}

/** Saves a change as soon as it is made; `error` says why the last one was not saved. */
function useSaving({ unsent }: Optimistic<NoticeSettings>) {
  return useMutation({
    mutationFn: (change: NoticeSettingsUpdate) => enqueue(updateNoticeSettings, change, unsent?.writes),
  });
}

function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className={styles.failure}>
      Не сохранено. {errorWords(error).words}
    </p>
  );
}
