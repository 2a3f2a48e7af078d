import { createContext, type ReactNode, startTransition, use, useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { layout } from '../base/layout.ts';
import styles from './page-header.module.css';
import { howOpened, ScreenHeading } from './screen-heading.tsx';

interface PageHeaderProps {
  title: string;
  /** `ListCount`, beside the title. */
  count?: ReactNode;
  /** Primary action, beside the title where there is room; on a phone below it with the other actions. */
  lead?: ReactNode;
  actions?: ReactNode;
}

/** Header of a screen: its only heading and the actions. */
export function PageHeader({ title, count, lead, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <ScreenHeading title={title} />
        {count}
      </div>
      {lead}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}

/** Stacks the blocks of a screen. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={layout.stack(5)}>{children}</div>;
}

let hasOpened = false;

interface ScreenBodyProps {
  /** Whether the content is small: on the first load of the page, where no press waits, it renders with the header. */
  light?: boolean;
  children: ReactNode;
}

/**
 * Content below the header of a screen. The header is painted first, so that a press is answered while a slow device
 * renders the rest in pieces and stays responsive. After «back», or with a hash in the address, everything renders at
 * once, so that the position can be restored.
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

/** Whether the browser restores the page, after a reload or in a restored tab, or does not tell. */
function isBroughtBack(): boolean {
  return howOpened() !== 'navigate';
}

/** Whether a screen renders all at once, as when somebody returns to their position in it. */
const AtOnceContext = createContext(true);

/**
 * Returns how many parts of a screen or a form to render, from the top: one more each time the browser has rendered the
 * last. A slow device can react in between, where all parts together would block it for half a second. `onPress` is for
 * a form opened by a press, which then shows its first part at once.
 */
export function useProgressiveParts(parts: number, { onPress = false } = {}): number {
  const atOnce = use(AtOnceContext) && !onPress;
  // The layout of the paper may replace that of the screen: what is printed is what the first render draws.
  const [due, setDue] = useState(atOnce || matchMedia('print').matches ? parts : 1);
  useEffect(() => {
    if (due < parts) startTransition(() => setDue(due + 1));
  }, [due, parts]);
  return due;
}
