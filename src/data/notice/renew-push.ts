/** Subscribes a device again that is on, and tells the server (push-device.ts), whose code comes only now. Never rejects. */
export async function renewPush(): Promise<void> {
  await import('./push-device.ts').then((device) => device.renewPush()).catch(() => undefined);
}
