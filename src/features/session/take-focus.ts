/**
 * Ref for the element that replaces a control that is removed or disabled; otherwise the focus would be lost with it.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
