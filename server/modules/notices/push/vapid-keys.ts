import { createECDH } from 'node:crypto';
import type { ServerSecret } from '#server/platform/secret/index.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * The pair by which push services know this server. It is made of the server's secret, so that it stays as long as that
 * does, and all nodes have the same: subscriptions are bound to it.
 */
export function vapidKeys(secret: Pick<ServerSecret, 'lastingKey'>): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const curve = createECDH('prime256v1');
    const key = secret.lastingKey(attempt === 0 ? 'web-push' : `web-push ${attempt}`);
    try {
      curve.setPrivateKey(key);
    } catch {
      // One number in four thousand million is no key of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') };
  }
}
