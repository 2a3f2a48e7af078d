import { createStore } from 'zustand/vanilla';

/** Chromium's own: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<{ prompt: InstallPrompt | undefined }>(() => ({ prompt: undefined }));

/** Keeps the browser's offer to install the app, which comes once, for when the person asks for it. */
export function followInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => offer.setState({ prompt: undefined }));
}

/** Whether the browser offers it now; `take` asks the person, in the browser's own window. */
export const installOffer = {
  isThere: () => offer.getState().prompt !== undefined,
  subscribe: offer.subscribe,
  /** Resolves whether the person agreed. An offer is good once. */
  async take(): Promise<boolean> {
    const prompt = offer.getState().prompt;
    offer.setState({ prompt: undefined });
    return (await prompt?.prompt())?.outcome === 'accepted';
  },
};
