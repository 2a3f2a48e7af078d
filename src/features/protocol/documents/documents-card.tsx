import { useQuery } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocol.ts';
import { useCapability } from '#src/sync/index.ts';
import { Card } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { MailList } from './mail-list.tsx';
import { mailsQuery, versionsQuery } from './queries.ts';
import { VersionList } from './version-list.tsx';

/** «Версии и отправка»: what was signed off, as it was, and whom the protocol was sent to; nothing where there is neither. */
export function DocumentsCard({ protocol }: { protocol: Protocol }) {
  const enabled = useCapability('documents');
  const versions = useQuery({ ...versionsQuery(protocol.id), enabled }).data ?? [];
  const mails = useQuery({ ...mailsQuery(protocol.id), enabled }).data ?? [];
  if (versions.length + mails.length === 0) return null;
  return (
    <Card title={titleOf(versions.length > 0, mails.length > 0)} className={styles.card}>
      {versions.length > 0 ? <VersionList protocol={protocol} versions={versions} /> : null}
      {versions.length > 0 && mails.length > 0 ? <h3 className={styles.group}>Отправлено по почте</h3> : null}
      {mails.length > 0 ? <MailList mails={mails} /> : null}
    </Card>
  );
}

function titleOf(hasVersions: boolean, hasMails: boolean): string {
  if (hasVersions) return hasMails ? 'Версии и отправка' : 'Версии';
  return 'Отправлено по почте';
}
