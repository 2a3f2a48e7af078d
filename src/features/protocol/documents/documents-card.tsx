import { useQuery } from '@tanstack/react-query';
import type { ProtocolMail } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatMoment, shortName } from '#src/format/index.ts';
import { Badge, Card, type Tone } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { mailsQuery, versionsQuery } from './queries.ts';
import { VersionList } from './version-list.tsx';

/** «Версии и письма»: the final versions, and the mails of the protocol; nothing where there are neither. */
export function DocumentsCard({ protocol }: { protocol: Protocol }) {
  const { documents: enabled = false } = useOffers();
  const versions = useQuery({ ...versionsQuery(protocol.id), enabled }).data ?? [];
  const mails = useQuery({ ...mailsQuery(protocol.id), enabled }).data ?? [];
  if (versions.length + mails.length === 0) return null;
  return (
    <Card title={titleOf(versions.length > 0, mails.length > 0)} className={styles.card}>
      {versions.length > 0 ? <VersionList protocol={protocol} versions={versions} mayMark /> : null}
      {versions.length > 0 && mails.length > 0 ? <h3 className={styles.group}>Письма</h3> : null}
      {mails.length > 0 ? <MailList mails={mails} /> : null}
    </Card>
  );
}

function titleOf(hasVersions: boolean, hasMails: boolean): string {
  if (hasVersions) return hasMails ? 'Версии и письма' : 'Версии';
  return 'Письма';
}

const states: Record<ProtocolMail['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'отправляется', tone: 'plain' },
  sent: { words: 'отправлено', tone: 'ok' },
  stored: { words: 'на сервере: почта не подключена', tone: 'warn' },
  failed: { words: 'не отправлено', tone: 'bad' },
};

/** The mails with recipients and times, the newest first. */
function MailList({ mails }: { mails: readonly ProtocolMail[] }) {
  return (
    <ul className={styles.list} aria-label="Письма">
      {mails.map(({ id, recipient, name, file, state, error, created_at, sent_at }) => (
        <li key={id}>
          <span>
            {name ? shortName(name) : recipient} {name ? <span className={styles.quiet}>{recipient}</span> : null}
          </span>
          <span className={styles.buttons}>
            <Badge tone={states[state].tone}>{states[state].words}</Badge>
          </span>
          <span className={styles.quiet}>
            {[formatMoment(sent_at ?? created_at), file].filter(Boolean).join(' · ')}
          </span>
          {error ? <span className={styles.failure}>{error}</span> : null}
        </li>
      ))}
    </ul>
  );
}
