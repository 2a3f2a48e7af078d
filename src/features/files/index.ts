// Files that a person picks and sees listed.

export { addFiles } from './chosen-files.ts';
export { FileList, type ListedFile } from './file-list.tsx';
export { FilesButton, type PickedFiles, usePickedFiles } from './picked-files.tsx';
