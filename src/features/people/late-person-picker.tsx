import { FieldPlaceholder, latePart } from '#src/ui/index.ts';

/** Chooses people by typing a part of a name. Its list with a search, and its tags, are fetched apart from the screen around it. */
export const PersonPicker = latePart(
  async () => (await import('./person-picker.tsx')).PersonPicker,
  ({ label, description }) => <FieldPlaceholder label={label} hint={description} />,
);
