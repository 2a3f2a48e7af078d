/** Chromium's own: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let prompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

/** Keeps the browser's offer to install the app, which comes once, for when the person asks for it. */
export function followInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => change(undefined));
}

/** Whether the browser offers it now, for useSyncExternalStore; `take` asks the person, in the browser's own window. */
export const installOffer = {
  isThere: () => prompt !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Resolves whether the person agreed. An offer is good once. */
  async take(): Promise<boolean> {
    const taken = prompt;
    change(undefined);
    return (await taken?.prompt())?.outcome === 'accepted';
  },
};

function change(next: InstallPrompt | undefined): void {
  prompt = next;
  for (const listener of listeners) listener();
}
