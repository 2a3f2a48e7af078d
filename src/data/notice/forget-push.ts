/** The browser forgets its subscription: whoever signs in here next is somebody else. Never rejects. */
export async function forgetPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The server does without: the sign-in is over.
  }
}
