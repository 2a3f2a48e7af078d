// How screens show the state of the connection: a banner, an error with «Повторить», the reason why a button waits.

export { offlineEnds, offlineTitles, useOfflineNote } from './offline-words.ts';
export { QueryError, QueryView } from './query-view.tsx';
