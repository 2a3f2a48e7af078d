import { syncTag } from '#src/sync/worker.ts';

/** Background Sync, which the TypeScript library does not describe: https://wicg.github.io/background-sync/spec/ */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** The browser will not fire again by itself. */
  readonly lastChance: boolean;
}

export function isQueueSync(event: Event): event is SyncEvent {
  return 'tag' in event && event.tag === syncTag;
}
