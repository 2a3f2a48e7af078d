import { ECDH } from 'node:crypto';
import { request } from 'node:https';
import webPush from 'web-push';
import type { PushMessage } from '#contract/notices/notice.ts';
import type { PushNetwork } from './push-network.ts';
import type { SilentHosts } from './silent-hosts.ts';
import type { VapidKeys } from './vapid-keys.ts';

/**
 * `taken`: accepted by the push service; `gone`: the subscription no longer exists; `later`: to be repeated; `refused`:
 * repeating is pointless.
 */
export type PushAnswer = { kind: 'taken' } | { kind: 'gone' } | { kind: 'later' | 'refused'; reason: string };

type Deps = { network: PushNetwork; keys: VapidKeys; contact: string; clock: () => Date; silent: SilentHosts };
type Push = {
  device: { endpoint: string; p256dh: string; auth: string };
  message: PushMessage;
  /** Seconds for which the push service keeps the message. */
  ttl: number;
  topic: string;
  signal: AbortSignal;
};

/** Returns whether messages can be encrypted for this key of a browser: base64url of a P-256 point. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Time after which a push service that does not answer has failed. */
const answerMs = 10_000;

/** Encrypts a message for a device and hands it to its push service once. */
export async function pushOnce({ network, keys, contact, clock, silent }: Deps, push: Push): Promise<PushAnswer> {
  const { endpoint, p256dh, auth } = push.device;
  const address = URL.parse(endpoint);
  if (!address || !network.allows(address)) return { kind: 'refused', reason: 'адрес службы не подходит' };
  if (!isPublicKey(p256dh)) return { kind: 'refused', reason: 'ключ подписки не подходит' };
  if (!silent.mayAsk(address.host, clock())) return { kind: 'later', reason: `${address.host} не отвечает` };
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(push.message),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: push.ttl,
      topic: push.topic,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    },
  );
  const signal = AbortSignal.any([push.signal, AbortSignal.timeout(answerMs)]);
  try {
    const status = await post(address, { headers, body, signal, agent: network.agent });
    silent.answered(address.host);
    return answerOf(address.host, status);
  } catch (error) {
    if (push.signal.aborted) throw error;
    silent.noteSilence(address.host, clock());
    return { kind: 'later', reason: `${address.host}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function answerOf(host: string, status: number): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const isLater = status === 408 || status === 429 || status >= 500;
  return { kind: isLater ? 'later' : 'refused', reason: `${host} ответил ${status}` };
}

type Post = {
  headers: Record<string, unknown>;
  body: Buffer;
  signal: AbortSignal;
  agent: PushNetwork['agent'];
};

/** Returns the status of the response; its body is not read, and redirects are not followed. */
function post(address: URL, { headers, body, signal, agent }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      { method: 'POST', headers: headers as Record<string, string>, signal, agent },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
