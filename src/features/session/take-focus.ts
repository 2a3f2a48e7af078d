/** A ref for what takes the place of a control that is gone or disabled: the focus must not get lost with it. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
