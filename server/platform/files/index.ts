// What kind of file it is, by its content; files that come with form data to stay.

export { type AttachedFile, checkAttachedFiles } from './attached-files.ts';
export { attachmentTypeOf, headBytes, imageTypeOf } from './file-signature.ts';
export { readHead } from './read-head.ts';
