import { Skeleton } from '#src/components/skeleton.tsx';
import styles from './settings-screen.module.css';

const fields = ['name', 'position', 'organization', 'phone'];

/** The form of the profile while it is coming. */
export function ProfileSkeleton() {
  return (
    <div className={styles.form} role="status" aria-label="Загрузка...">
      <Skeleton width="100%" height={94} />
      <Skeleton width="100%" height={82} />
      {fields.map((field) => (
        <Skeleton key={field} width="100%" height={64} />
      ))}
      <div />
      <Skeleton width={128} height={40} />
    </div>
  );
}
