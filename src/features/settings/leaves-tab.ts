import type { Location } from 'react-router-dom';
import { isDocumentsTab } from '#src/features/common/index.ts';

/** Whether a way leads out of this tab of the settings: another query of the same one takes nothing away. */
export function leavesTab(current: Location, next: Location): boolean {
  return current.pathname !== next.pathname || isDocumentsTab(current.search) !== isDocumentsTab(next.search);
}
