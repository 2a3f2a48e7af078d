import type { KeyboardEvent } from 'react';

/** What the keys in a decision can change in its list; decisions are counted from 0. */
export interface DecisionList {
  count: number;
  /** 1 for a sub-point of a decision before it. */
  levelOf: (index: number) => 0 | 1;
  /**
   * Begins the next decision with the text from `to` on; the text before `from` stays. With the caret at the start, an
   * empty decision is added before this one.
   */
  divide: (index: number, from: number, to: number) => void;
  /** Joins a decision to the one before it; where the one before is empty, that one is removed. */
  join: (index: number) => void;
  drop: (index: number) => void;
  /** Moves a decision up (-1) or down (1); the caret stays at its offset. */
  move: (index: number, by: 1 | -1, offset: number) => void;
  setLevel: (index: number, level: 0 | 1, offset: number) => void;
}

/**
 * Handles a key in a decision. Enter begins the next decision, at the start of a text one before it; in an empty
 * sub-point it makes the sub-point a point. Backspace and Delete join decisions. At the start Tab makes a sub-point,
 * Shift+Tab and Backspace a point again. Alt+↑/↓ moves the decision, Alt+Enter makes a task of it.
 */
export function pressInDecision(event: KeyboardEvent<HTMLTextAreaElement>, index: number, list: DecisionList): void {
  const { key, currentTarget: field, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.nativeEvent.isComposing || ctrlKey || metaKey) return;
  const { selectionStart: from, selectionEnd: to, value } = field;
  const isAtStart = from === 0 && to === 0;
  const isAtEnd = from === to && from === value.length;
  const isSubPoint = list.levelOf(index) === 1;
  const act = (work: () => void) => {
    event.preventDefault();
    work();
  };
  if (key === 'Tab' && isAtStart && !altKey) {
    if (shiftKey && isSubPoint) act(() => list.setLevel(index, 0, 0));
    if (!shiftKey && !isSubPoint && index > 0) act(() => list.setLevel(index, 1, 0));
    return;
  }
  if (shiftKey) return;
  if (altKey && key === 'Enter') {
    // The first press makes the task, a later one moves the focus to it.
    const beside = field.closest('li')?.querySelector<HTMLElement>('[data-make], [data-owner]');
    if (beside) act(() => (beside.matches('[data-make]') ? beside.click() : beside.focus()));
    return;
  }
  if (altKey) {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key as 'ArrowUp' | 'ArrowDown'];
    if (by && index + by >= 0 && index + by < list.count) act(() => list.move(index, by, from));
    return;
  }
  // Enter in an empty last decision is left to `question-keys`, which ends the writing of decisions.
  const isEnd = value === '' && index === list.count - 1;
  const toPoint = () => list.setLevel(index, 0, 0);
  if (key === 'Enter' && value === '' && isSubPoint) act(toPoint);
  else if (key === 'Enter' && !isEnd) act(() => list.divide(index, from, to));
  else if (key === 'Backspace' && isAtStart && isSubPoint) act(toPoint);
  else if (key === 'Backspace' && isAtStart && index > 0) act(() => list.join(index));
  else if (key === 'Backspace' && value === '' && list.count > 1) act(() => list.drop(index));
  else if (key === 'Delete' && isAtEnd && index < list.count - 1) act(() => list.join(index + 1));
}
