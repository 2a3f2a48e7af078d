// What kind of file it is, by its content; files that come with form data to stay; room for files.

export { type AttachedFile, checkAttachedFiles } from './attached-files.ts';
export { headBytes, imageTypeOf } from './file-signature.ts';
export { spaceInSteps, withSpace } from './space.ts';
