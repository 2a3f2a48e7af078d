import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface TabPanelProps {
  id: string;
  /** Of the tab that names it. */
  tab: string;
  isOpen: boolean;
  children: ReactNode;
}

const reached = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** What stands behind a tab. It takes the focus itself where nothing in it does, so that the keys come to it. */
export function TabPanel({ id, tab, isOpen, children }: TabPanelProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const panel = ref.current;
    if (!panel || !isOpen) return undefined;
    // Not by what the library of the other parts asks: whether each is visible makes the browser lay out all of it.
    const look = () => setBare(panel.querySelector(reached) === null);
    const observer = new MutationObserver(look);
    observer.observe(panel, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div
      ref={ref}
      role="tabpanel"
      id={id}
      aria-labelledby={tab}
      hidden={!isOpen}
      className={styles.panel}
      {...(isBare ? { tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}
