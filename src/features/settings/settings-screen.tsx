import { useQuery } from '@tanstack/react-query';
import { roleWords } from '#contract/roles.ts';
import { Card } from '#src/components/card.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { SettingsTabs } from '#src/components/settings-tabs.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { UploadQueue } from '#src/components/upload-queue.tsx';
import { currentUserQuery } from '#src/lib/queries/current-user.ts';
import { useSession } from '#src/lib/use-session.ts';
import styles from './settings-screen.module.css';
import { StorageUse } from './storage-use.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** /main/settings: who I am, how the app looks, what it keeps on this device. */
export function SettingsScreen() {
  const { role } = useSession();
  const query = useQuery(currentUserQuery());
  return (
    <Screen>
      <PageHeader title="Настройки" />
      <SettingsTabs />
      <div className={styles.cards}>
        <Card title="Профиль">
          <QueryView query={query} skeleton={<Skeleton width="100%" height={182} />}>
            {(me) => (
              <dl className={styles.facts}>
                <Fact name="Имя" value={me.name} />
                <Fact name="E-mail" value={me.email} />
                <Fact name="Роль" value={roleWords[me.role]} />
                <Fact name="Должность" value={me.position} />
                <Fact name="Организация" value={me.organization} />
                <Fact name="Телефон" value={me.phone} />
              </dl>
            )}
          </QueryView>
        </Card>
        <Card title="Тема">
          <ThemeChoice />
        </Card>
        {role === 'secretary' ? (
          <Card anchor="queue" title="Очередь отправки">
            <UploadQueue />
          </Card>
        ) : null}
        <Card title="Память устройства">
          <StorageUse />
        </Card>
      </div>
    </Screen>
  );
}

function Fact({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
