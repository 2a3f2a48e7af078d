// How screens show the state of the connection: a banner, an error with «Повторить», the reason why a button waits.

export { offlineEnds, offlineTitles } from './offline-reason-words.ts';
export { QueryError, QueryView } from './query-view.tsx';
export { useOfflineNote } from './use-offline-note.ts';
