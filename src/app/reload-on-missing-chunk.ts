import { connectivity } from '#src/sync/index.ts';

const reloadedFor = 'reloaded_for';
const failedImports = new WeakSet<object>();

/** Records the errors that come from a part of the app that could not be loaded. */
export function watchParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => failedImports.add(payload));
}

/**
 * Reloads the page if a part of the app cannot be loaded although the server answers: an update has replaced it, and
 * this browser's service worker did not keep it. Only once per part, so that the page does not reload in a loop.
 */
export async function reloadOnMissingChunk(error: unknown, reload: () => void): Promise<void> {
  if (!(error instanceof Error) || !failedImports.has(error) || sessionStorage.getItem(reloadedFor) === error.message)
    return;
  if (!(await connectivity.probe())) return;
  sessionStorage.setItem(reloadedFor, error.message);
  reload();
}
