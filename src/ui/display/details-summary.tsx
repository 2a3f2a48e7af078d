import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './details-summary.module.css';

/** What opens a native `details`, with the mark that the app's other lists open with. */
export function DetailsSummary({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <summary className={classNames(styles.summary, className)}>
      <Icon of={ChevronRight} size={16} />
      {children}
    </summary>
  );
}
