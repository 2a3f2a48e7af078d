/** A ref of words that say why something was not done: wherever they stand in a long form, they are seen at once. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}
