import styles from './settings-screen.module.css';

interface ProfileFactsProps {
  email: string | null | undefined;
  role: string;
  isAdmin: boolean;
}

/** What of the profile is not the person's own to change, and who changes it. */
export function ProfileFacts({ email, role, isAdmin }: ProfileFactsProps) {
  return (
    <div>
      <dl className={styles.facts}>
        {email ? (
          <div className={styles.fact}>
            <dt>E-mail</dt>
            <dd>{email}</dd>
          </div>
        ) : null}
        <div className={styles.fact}>
          <dt>Роль</dt>
          <dd>{role}</dd>
        </div>
      </dl>
      <p className={styles.quiet}>
        {isAdmin
          ? 'Свой e-mail можно изменить в разделе «Пользователи», роль меняет другой администратор.'
          : 'E-mail и роль меняет администратор.'}
      </p>
    </div>
  );
}
