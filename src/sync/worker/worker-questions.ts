/** The Background Sync tag under which the worker is woken to send what is queued. */
export const syncTag = 'uploads';

/** What the worker asks the windows before it sends anything itself; the answer comes over the message's port. */
export const drivingQuestion = 'are-you-driving';

/** Asks a window to show an address: that of a pressed notification. */
export const openRequest = 'open-address';

/** Lets a page that drives the queue say so when the worker asks. Returns the unsubscribe. */
export function answerWorker(container: EventTarget): () => void {
  const answer = (event: Event) => {
    const { data, ports } = event as MessageEvent<{ type?: unknown } | null>;
    if (data?.type === drivingQuestion) ports[0]?.postMessage('yes');
  };
  container.addEventListener('message', answer);
  return () => container.removeEventListener('message', answer);
}
