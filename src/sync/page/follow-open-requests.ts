import { openRequest } from '../worker/worker-questions.ts';

/** Opens what the person pressed in a notification: an address of the app and nothing else. Returns the unsubscribe. */
export function followOpenRequests(open: (address: string) => void, container?: EventTarget): () => void {
  const worker = container ?? navigator.serviceWorker;
  const hear = (event: Event) => {
    const { data } = event as MessageEvent<{ type?: unknown; url?: unknown } | null>;
    if (data?.type === openRequest && typeof data.url === 'string' && /^\/main(?![^/?#])/.test(data.url))
      open(data.url);
  };
  worker?.addEventListener('message', hear);
  return () => worker?.removeEventListener('message', hear);
}
