/**
 * Keeps the screen, and with it the machine, from falling asleep for as long as this page is seen. The returned function
 * ends it. A browser that has no such thing, or refuses it, records all the same.
 */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = () => {
    // The browser lets go of it whenever the page is hidden.
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    lock = navigator.wakeLock.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock.then((sentinel) => sentinel?.release());
  };
}
