// The send queue as a person sees it: the list, the mark of what is unsent, the bar that undoes.

export { SendQueue } from './send-queue.tsx';
export { UndoBar } from './undo-bar.tsx';
export { UnsentMark } from './unsent-mark.tsx';
export { UploadItem } from './upload-item.tsx';
