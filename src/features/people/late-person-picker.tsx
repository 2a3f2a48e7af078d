import { FieldPlaceholder, latePart } from '#src/ui/index.ts';

/**
 * Picker of people by a part of the name. Its code, with the searchable list and the tags, is loaded separately from
 * the screen.
 */
export const PersonPicker = latePart(
  async () => (await import('./person-picker.tsx')).PersonPicker,
  ({ label, description }) => <FieldPlaceholder label={label} hint={description} />,
);
