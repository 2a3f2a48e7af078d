import { createContext, type ReactNode, startTransition, use, useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { layout } from '../base/layout.ts';
import styles from './page-header.module.css';
import { howOpened, ScreenHeading } from './screen-heading.tsx';

interface PageHeaderProps {
  title: string;
  /** How many there are, beside the title. */
  count?: number | undefined;
  /** The primary press, where it has room beside the title: on a phone, with the others below. */
  lead?: ReactNode;
  actions?: ReactNode;
}

/** The head of a screen: its one heading and what can be done here. */
export function PageHeader({ title, count, lead, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <ScreenHeading title={title} />
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </div>
      {lead}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}

/** The blocks of a screen under each other. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={layout.stack(5)}>{children}</div>;
}

let hasOpened = false;

interface ScreenBodyProps {
  /** There is little of it: on the first load of the page, where no press waits for an answer, it comes with its head. */
  light?: boolean;
  children: ReactNode;
}

/**
 * What stands under the head of a screen. The head is painted first: the press is answered while a slow device makes the
 * rest, in pieces that leave it free to react. Who comes back, or to a named place, is led there: all of it is there at once.
 */
export function ScreenBody({ light = false, children }: ScreenBodyProps) {
  const isReturn = useNavigationType() === 'POP' && (hasOpened || isBroughtBack());
  const { hash } = useLocation();
  const [atOnce] = useState(isReturn || hash !== '' || (light && !hasOpened));
  const isDue = useDeferredValue(true, atOnce);
  useEffect(() => {
    hasOpened = true;
  }, []);
  return isDue ? <AtOnceContext value={atOnce}>{children}</AtOnceContext> : null;
}

/** Whether the browser shows again what was open before, a reload or a restored tab, or does not tell. */
function isBroughtBack(): boolean {
  return howOpened() !== 'navigate';
}

/** Whether a screen is shown whole at once, as where somebody comes back to their place in it. */
const AtOnceContext = createContext(true);

/**
 * How many parts of a screen or a form are due, from above: one more each time the browser has drawn the last. A slow
 * device reacts between them, where all of them together would hold it for half a second. Where a press asks for a form,
 * `onPress` answers it with the first part.
 */
export function useProgressiveParts(parts: number, { onPress = false } = {}): number {
  const atOnce = use(AtOnceContext) && !onPress;
  const [due, setDue] = useState(atOnce ? parts : 1);
  useEffect(() => {
    if (due < parts) startTransition(() => setDue(due + 1));
  }, [due, parts]);
  return due;
}
