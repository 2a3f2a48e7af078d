import { createECDH } from 'node:crypto';
import type { ServerSecret } from '#server/platform/secret/index.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * Returns the key pair that identifies this server to push services. It is derived from the server's secret, so that it
 * is stable and the same on all nodes: subscriptions are bound to it.
 */
export function vapidKeys(secret: Pick<ServerSecret, 'lastingKey'>): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const curve = createECDH('prime256v1');
    const key = secret.lastingKey(attempt === 0 ? 'web-push' : `web-push ${attempt}`);
    try {
      curve.setPrivateKey(key);
    } catch {
      // About one number in four billion is not a valid key of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') };
  }
}
