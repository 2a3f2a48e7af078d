import { use } from 'react';
import { uuidv7 } from 'uuidv7';
import { focusWhenThere, showToast } from '#src/ui/index.ts';
import { type EditedPart, EditingContext, usePartSwitch } from '../editing/editing.ts';
import type { ScreenPlace } from '../editing/finding.ts';
import { useJumps } from '../editing/jumps.tsx';

/** Tab of a place; where the sheet and the recording are side by side, only the lists have tabs. */
type PlaceTab = 'sheet' | 'video' | 'tasks' | 'members';

/** Completes a jump: shows its tab, opens its form and focuses the field. */
export function useLanding(onTab: (tab: PlaceTab) => void): void {
  const { openPart, typed, question } = use(EditingContext);
  const switchTo = usePartSwitch();
  useJumps(async (place) => {
    onTab(tabOf(place));
    const part = openPart.current;
    const wanted = partOf(place);
    if (wanted && !isSame(wanted, part)) {
      // One part at a time: the text in another one must not be lost.
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

/** Returns the part to open for a place of the sheet. */
function partOf(place: ScreenPlace): EditedPart | undefined {
  if (place.at === 'head') return { kind: 'head' };
  if (place.at === 'new-item') return { kind: 'new-item', id: uuidv7() };
  return place.at === 'item' || place.at === 'votes' ? { kind: 'item', id: place.id } : undefined;
}

function isSame(one: EditedPart, other: EditedPart | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  return one.kind !== 'item' || (other.kind === 'item' && one.id === other.id);
}

/** Returns the element of a place that takes the focus, else its first field; undefined until its form is mounted. */
function elementAt(
  place: Exclude<ScreenPlace, { at: 'head' }> | { at: 'head'; field?: HeadField },
): HTMLElement | undefined {
  switch (place.at) {
    case 'head':
      return fieldOf('head', place.field ?? 'title');
    case 'new-item':
      return inForm('item', '[data-place="title"]');
    case 'item':
      return inForm(
        'item',
        place.field === 'speaker'
          ? '[data-places="speaker"] input'
          : '[data-place="decision"], [data-place="add-decision"]',
      );
    case 'votes': {
      const votes = place.decision === undefined ? '[data-votes]' : `[data-votes="${CSS.escape(place.decision)}"]`;
      return inForm('item', `${votes} [data-quorum-answer]`);
    }
    case 'members':
      return fieldOf('member', 'person');
    case 'task':
      return fieldOf('task', place.field === 'due' ? 'due' : 'assignee', `[data-task="${CSS.escape(place.id)}"]`);
    case 'video':
      return inForm('upload', '[tabindex]');
  }
}

type HeadField = Extract<ScreenPlace, { at: 'head' }>['field'];

/** Returns the control of a field by its name: a native field, a combo box, or the first part of a date. */
function fieldOf(form: FormName, name: string, within?: string): HTMLElement | undefined {
  const inner = `[data-field="${name}"] :is([role="spinbutton"], input)`;
  return inForm(form, `:is(input, select, textarea)[name="${name}"], ${inner}`, within);
}

type FormName = 'head' | 'item' | 'member' | 'task' | 'upload';

/**
 * Returns an element of the form that has this `data-form`, except in forms that resolve a queued mutation: these have
 * the same names but are other places.
 */
function inForm(name: FormName, wanted: string, within = 'main'): HTMLElement | undefined {
  const forms = [...document.querySelectorAll(`${within} [data-form="${name}"]`)];
  const form = forms.find((each) => !each.closest('[data-kept]'));
  return form?.querySelector<HTMLElement>(wanted) ?? undefined;
}
