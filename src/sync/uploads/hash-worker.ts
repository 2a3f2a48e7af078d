import { hashHere } from './hasher.ts';

// A module worker of the page: reading and digesting 8 MiB does not block the main thread.
self.addEventListener('message', async (event: MessageEvent<{ id: number; blob: Blob }>) => {
  const { id, blob } = event.data;
  try {
    self.postMessage({ id, sha256: await hashHere(blob) });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    self.postMessage({ id, error: name });
  }
});
