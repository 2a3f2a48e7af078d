import * as z from 'zod/mini';

/** A browser's push subscription, as PushSubscription.toJSON() gives it. */
export const pushSubscription = z.looseObject({
  endpoint: z.url(),
  keys: z.looseObject({ p256dh: z.string(), auth: z.string() }),
});
export const pushUnsubscribe = z.object({ endpoint: z.url() });
