import Plus from 'lucide-react/icons/plus';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Screen } from '#src/components/screen.tsx';
import { UploadQueue } from '#src/components/upload-queue.tsx';
import { formatWeekday } from '#src/lib/dates.ts';
import { Attention } from './attention.tsx';
import styles from './home-screen.module.css';
import { RecentProtocols } from './recent-protocols.tsx';

/** /main/home: the day, the last protocols, and what waits to be sent. */
export function HomeScreen() {
  return (
    <Screen>
      <PageHeader
        title={formatWeekday(new Date())}
        actions={
          <ButtonLink variant="primary" icon={Plus} to="/main/protocols/add">
            Новый протокол
          </ButtonLink>
        }
      />
      <ConnectionBanner />
      <div className={styles.columns}>
        <RecentProtocols />
        <div className={styles.aside}>
          <Attention />
          <Card title="Ждёт отправки">
            <UploadQueue />
          </Card>
        </div>
      </div>
    </Screen>
  );
}
