import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { whenIdle } from '../base/hooks.ts';
import { showCurrent } from './section-tabs.tsx';
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
  /** Content between the list and the panels, whichever tab is open. */
  beside?: ReactNode;
  /** Class of the element around this content and the panels. */
  bodyClass?: string | undefined;
  selected: string;
  onSelect: (id: string) => void;
}

/**
 * Several panels in one place, with the keys of a tab list. A panel that was open stays mounted: a video plays on. The
 * others are mounted one by one while the page is idle, so that their content is available offline.
 */
export function Tabs({ label, parts, beside, bodyClass, selected, onSelect }: TabsProps) {
  const [made, setMade] = useState<ReadonlySet<string>>(new Set([selected]));
  if (!made.has(selected)) setMade(new Set(made).add(selected));
  const next = parts.find(({ id }) => !made.has(id))?.id;
  useEffect(() => {
    if (next === undefined) return undefined;
    return whenIdle(() => startTransition(() => setMade((now) => new Set(now).add(next))));
  }, [next]);

  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells when the open one is another
  useLayoutEffect(() => showCurrent(list.current, '[aria-selected="true"]'), [selected]);
  const follow = (event: KeyboardEvent) => {
    const at = parts.findIndex(({ id }) => id === selected);
    const to = tabOfKey(event.key, at, parts.length);
    const part = to === undefined ? undefined : parts[to];
    if (to === undefined || !part || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onSelect(part.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={follow}>
        {parts.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}tab-${id}`}
            aria-controls={`${base}panel-${id}`}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(id)}
          >
            {/* With a space, so that the accessible name is «Поручения 2». */}
            {title} {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div className={bodyClass}>
        {beside}
        {parts.map(({ id, content }) => (
          <TabPanel key={id} id={`${base}panel-${id}`} tab={`${base}tab-${id}`} isOpen={id === selected}>
            {made.has(id) ? content : null}
          </TabPanel>
        ))}
      </div>
    </>
  );
}

function tabOfKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

interface TabPanelProps {
  id: string;
  /** Id of the tab that labels the panel. */
  tab: string;
  isOpen: boolean;
  children: ReactNode;
}

const reached = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Panel of a tab. It takes the focus itself if nothing in it can, so that it can be reached by keyboard. */
function TabPanel({ id, tab, isOpen, children }: TabPanelProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const panel = ref.current;
    if (!panel || !isOpen) return undefined;
    // Not with the library's check: asking whether each element is visible forces a layout of the whole panel.
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
