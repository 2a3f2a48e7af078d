import { use } from 'react';
import { uuidv7 } from 'uuidv7';
import { focusWhenThere, showToast } from '#src/ui/index.ts';
import { type EditedPart, EditingContext, usePartSwitch } from '../editing/editing.ts';
import type { ScreenPlace } from '../editing/finding.ts';
import { useJumps } from '../editing/jumps.tsx';
import { elementAt } from './place-element.ts';

/** The tab behind which a place is; where the sheet and the recording stand side by side, only the lists have one. */
export type PlaceTab = 'sheet' | 'video' | 'tasks' | 'members';

/** Lets a jump land: its tab is shown, its form opened, and the focus led to the very field. */
export function useLanding(onTab: (tab: PlaceTab) => void): void {
  const { part, typed, question } = use(EditingContext);
  const switchTo = usePartSwitch();
  useJumps(async (place) => {
    onTab(tabOf(place));
    const wanted = partOf(place);
    if (wanted && !isSame(wanted, part)) {
      // One part at a time: what is typed in another one is not thrown away for this.
      if (part && !question.current && typed.has('part')) {
        showToast('Сначала сохраните или отмените то, что открыто', { tone: 'warn' });
        return focusWhenThere(() => elementAt(part.kind === 'head' ? { at: 'head' } : { at: 'new-item' }));
      }
      if (!(await switchTo(wanted))) return;
    }
    focusWhenThere(() => elementAt(place));
  });
}

function tabOf({ at }: ScreenPlace): PlaceTab {
  if (at === 'video' || at === 'members') return at;
  return at === 'task' ? 'tasks' : 'sheet';
}

/** What is to be opened for a place of the sheet. */
function partOf(place: ScreenPlace): EditedPart | undefined {
  if (place.at === 'head') return { kind: 'head' };
  if (place.at === 'new-item') return { kind: 'new-item', id: uuidv7() };
  return place.at === 'item' ? { kind: 'item', id: place.id } : undefined;
}

function isSame(one: EditedPart, other: EditedPart | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  return one.kind !== 'item' || (other.kind === 'item' && one.id === other.id);
}
