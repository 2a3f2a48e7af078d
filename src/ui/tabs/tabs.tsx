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
import { whenIdle } from '../hooks/when-idle.ts';
import { showCurrent } from './show-current.ts';
import { TabPanel } from './tab-panel.tsx';
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
