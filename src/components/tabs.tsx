import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel, TabPanels } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabPart {
  id: string;
  title: string;
  count?: number | undefined;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  parts: TabPart[];
  /** Keeps the panels of the other tabs mounted: a video plays on. */
  keep?: boolean;
  /** Stands between the list and the panels, whichever of them is open. */
  beside?: ReactNode;
  /** Of the place that holds it and the panels. */
  bodyClass?: string | undefined;
  /** The open one, where the parent decides. */
  selected?: string;
  onSelect?: (id: string) => void;
}

/** Several panels in one place, by the keys of a tab list. */
export function Tabs({ label, parts, keep = false, beside, bodyClass, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list}>
        {parts.map(({ id, title, count }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {title}
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      {/* Left out where the tabs are counted aside from the page: what stands here is there once. */}
      <TabPanels {...(bodyClass === undefined ? {} : { className: bodyClass })}>
        {beside}
        {parts.map(({ id, content }) => (
          <TabPanel key={id} id={id} className={styles.panel ?? ''} shouldForceMount={keep}>
            {content}
          </TabPanel>
        ))}
      </TabPanels>
    </AriaTabs>
  );
}
