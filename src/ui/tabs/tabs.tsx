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
  /** Stands between the list and the panels, whichever of them is open. */
  beside?: ReactNode;
  /** Of the place that holds it and the panels. */
  bodyClass?: string | undefined;
  selected: string;
  onSelect: (id: string) => void;
}

/**
 * Several panels in one place, by the keys of a tab list. One that was open stays mounted: a video plays on. The others
 * are made behind it one by one once the page has nothing else to do, so that what they show is there offline.
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
            {/* With a space: it is one name, «Поручения 2». */}
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
  /** Of the tab that names it. */
  tab: string;
  isOpen: boolean;
  children: ReactNode;
}

const reached = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** What stands behind a tab. It takes the focus itself where nothing in it does, so that the keys come to it. */
function TabPanel({ id, tab, isOpen, children }: TabPanelProps) {
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
