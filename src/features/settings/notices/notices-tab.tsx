import type { NoticeSettings, NoticeSettingsUpdate } from '#contract/notice.ts';
import { updateNoticeSettings, useNoticeSettings } from '#src/data/notice/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { enqueue, type Optimistic } from '#src/sync/index.ts';
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
  const save = (change: NoticeSettingsUpdate) => void enqueue(updateNoticeSettings, change, unsent?.writes);
  return (
    <div className={styles.cards}>
      <Card title="О чём и как сообщать">
        <KindTable settings={settings} onChange={save} />
        <p className={styles.state} role="status">
          {unsent ? <UnsentMark unsent={unsent} /> : 'Выбор сохраняется сразу'}
        </p>
      </Card>
      <div className={layout.stack(4)}>
        <Card title="Устройства">
          <PushDevices serverKey={settings.push_key ?? undefined} />
        </Card>
        <Card title="Тихие часы">
          <QuietHours settings={settings} onChange={save} />
        </Card>
      </div>
    </div>
  );
}
