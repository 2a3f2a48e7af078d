/** Ends the browser's push subscription, since the next person to sign in may be another one. Never rejects. */
export async function forgetPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The server ends the pushes without it, since the session is over.
  }
}
