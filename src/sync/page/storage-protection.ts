let asked = false;

/** Whether the browser keeps the stored data even when the device is short of room; undefined where it does not say. */
export async function isProtected(): Promise<boolean | undefined> {
  return navigator.storage?.persisted?.().catch(() => undefined);
}

/** Asks the browser not to clear what is here; resolves whether it agreed. Some browsers ask the person in turn. */
export async function askForProtection(): Promise<boolean> {
  asked = true;
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** Does the same once a visit at most, and only where it is not granted yet: called when there is data to protect. */
export async function askForProtectionOnce(): Promise<void> {
  if (asked) return;
  asked = true;
  if ((await isProtected()) === false) await askForProtection();
}

/** Storage used by this app, and storage still available to it, in bytes, as the browser estimates them. */
export interface StorageSpace {
  used: number;
  quota: number;
  free: number;
}

/** Undefined where the browser does not tell. */
export async function readSpace(): Promise<StorageSpace | undefined> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  if (estimate?.usage === undefined || !estimate.quota) return undefined;
  const { usage: used, quota } = estimate;
  return { used, quota, free: Math.max(0, quota - used) };
}
