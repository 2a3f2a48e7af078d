import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/components/card.tsx';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Screen } from '#src/components/screen.tsx';
import { SendQueue } from '#src/components/send-queue.tsx';
import { SettingsTabs } from '#src/components/settings-tabs.tsx';
import { currentUserQuery } from '#src/lib/queries/current-user.ts';
import { DocumentSettingsCard } from './document-settings-card.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { ProfileCard } from './profile-card.tsx';
import styles from './settings-screen.module.css';
import { StorageUse } from './storage-use.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** /main/settings: who I am, how the app looks, what it keeps on this device. */
export function SettingsScreen() {
  const { data, dataUpdatedAt } = useQuery(currentUserQuery());
  return (
    <Screen>
      <PageHeader title="Настройки" />
      <SettingsTabs />
      <ConnectionBanner shownAt={data ? dataUpdatedAt : undefined} />
      <div className={styles.cards}>
        <div className={styles.aside}>
          <ProfileCard />
          <DocumentSettingsCard />
        </div>
        <div className={styles.aside}>
          <Card title="Тема">
            <ThemeChoice />
          </Card>
          <Card title="Клавиатура">
            <KeyboardHelp />
          </Card>
          <Card anchor="queue" title="Очередь отправки">
            <SendQueue />
          </Card>
          <Card title="Память устройства">
            <StorageUse />
          </Card>
        </div>
      </div>
    </Screen>
  );
}
