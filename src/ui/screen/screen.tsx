import type { ReactNode } from 'react';
import { layout } from '../base/layout.ts';

/** The blocks of a screen under each other. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={layout.stack(5)}>{children}</div>;
}
