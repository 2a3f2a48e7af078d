// What forms of several features need: filling, showing errors and what was saved, asking before a deletion.

export { BodyChoice } from './body-choice.tsx';
export { type Deletion, DeletionQuestion, useDeletion } from './deletion.tsx';
export { FilledNote, useFilling } from './filling.tsx';
export { showFieldErrors } from './show-field-errors.ts';
export { showSaved } from './show-saved.ts';
