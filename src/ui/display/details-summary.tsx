import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './details-summary.module.css';

/** Summary of a native `details`, with the marker of the app's other disclosures. */
export function DetailsSummary({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <summary className={classNames(styles.summary, className)}>
      <Icon of={ChevronRight} size={16} />
      {children}
    </summary>
  );
}
