/** Renews the push subscription of this device, and loads the code for it (push-device.ts) only then. Never rejects. */
export async function renewPush(): Promise<void> {
  await import('./push-device.ts').then((device) => device.renewPush()).catch(() => undefined);
}
