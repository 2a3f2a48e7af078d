import { fieldKey, type TemplateField } from '#contract/printed/template-fields.ts';

/** Returns the known name that a person probably meant; undefined if none is close. */
export function similarField(name: string, fields: readonly TemplateField[]): string | undefined {
  const key = fieldKey(name).slice(0, 60);
  // Two transposed letters count as two edits.
  const most = key.length < 4 ? 1 : Math.max(2, Math.floor(key.length / 3));
  const near = fields
    .map((field) => ({ name: field.name, distance: distance(key, fieldKey(field.name)) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= most ? near.name : undefined;
}

/** Number of inserted, deleted or replaced letters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
