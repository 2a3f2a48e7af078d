import { openRequest } from '../worker/worker-questions.ts';

/** Opens the address of a pressed notification, if it is one of the app. Returns the unsubscribe. */
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
