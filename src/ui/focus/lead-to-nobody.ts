/** The attribute of a field in which a name was typed that stands for nobody yet. */
export const nobodyAttribute = 'data-nobody';

/** Leads to a typed name of a form that stands for nobody: sent as it is, it would be lost. False where there is none. */
export function leadToNobody(form: Element): boolean {
  const field = form.querySelector<HTMLElement>(`[${nobodyAttribute}]`);
  field?.focus();
  return field !== null;
}
