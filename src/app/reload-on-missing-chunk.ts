import { connectivity } from '#src/sync/index.ts';

const reloadedFor = 'reloaded_for';
const failedImports = new WeakSet<object>();

/** Notes which errors come from a part of the app that could not be fetched. */
export function watchParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => failedImports.add(payload));
}

/**
 * A part that cannot be fetched although the server answers went with the version that an update replaced, in a browser
 * whose worker did not keep it: the new one is loaded, once for each part, so that nothing reloads in a circle.
 */
export async function reloadOnMissingChunk(error: unknown, reload: () => void): Promise<void> {
  if (!(error instanceof Error) || !failedImports.has(error) || sessionStorage.getItem(reloadedFor) === error.message)
    return;
  if (!(await connectivity.probe())) return;
  sessionStorage.setItem(reloadedFor, error.message);
  reload();
}
