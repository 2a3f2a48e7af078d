import { createStore } from 'zustand/vanilla';

/** Chromium only: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<{ prompt: InstallPrompt | undefined }>(() => ({ prompt: undefined }));

/** Stores the browser's offer to install the app, which is made once, until the person asks for it. */
export function followInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => offer.setState({ prompt: undefined }));
}

/** The stored offer of the browser; `take` asks the person in the browser's own dialog. */
export const installOffer = {
  isThere: () => offer.getState().prompt !== undefined,
  subscribe: offer.subscribe,
  /** Resolves with whether the person agreed. An offer can be used once. */
  async take(): Promise<boolean> {
    const prompt = offer.getState().prompt;
    offer.setState({ prompt: undefined });
    return (await prompt?.prompt())?.outcome === 'accepted';
  },
};
