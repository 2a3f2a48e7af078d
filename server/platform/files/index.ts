// File types by content, files of form data that are kept, and disk space for files.

export { type AttachedFile, checkAttachedFiles } from './attached-files.ts';
export { headBytes, imageTypeOf } from './file-signature.ts';
export { spaceInSteps, withSpace } from './space.ts';
