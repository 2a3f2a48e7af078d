// What kind of file it is, by its content.

export { attachmentTypeOf, headBytes, imageTypeOf } from './file-signature.ts';
export { readHead } from './read-head.ts';
