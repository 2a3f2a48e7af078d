import type { ProtocolMail } from '#contract/document.ts';
import { formatMoment, shortName } from '#src/format/index.ts';
import { Badge, type Tone } from '#src/ui/index.ts';
import styles from './documents.module.css';

const states: Record<ProtocolMail['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'отправляется', tone: 'plain' },
  sent: { words: 'отправлено', tone: 'ok' },
  failed: { words: 'не отправлено', tone: 'bad' },
};

/** What was sent to whom and when, the newest first. */
export function MailList({ mails }: { mails: readonly ProtocolMail[] }) {
  return (
    <ul className={styles.list} aria-label="Отправлено по почте">
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
