/** The tabs at which the recording is in sight, where it is one of them; at the others it plays on, unseen. */
export const watchedTabs: ReadonlySet<string> = new Set(['video', 'transcript', 'summary']);
