/** Bytes that this app uses of the device, and may still use, as the browser estimates it. */
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
