import type { FastifyInstance } from 'fastify';

/**
 * Tells once of a proxy that names the callers and is not believed: all of them would share its address, and with it the
 * limits of sign-ins.
 */
export function registerUntrustedProxy(app: FastifyInstance, tell: (proxy: string) => void): void {
  let isTold = false;
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined || request.ips?.length !== 1) return;
    isTold = true;
    tell(request.socket.remoteAddress ?? '');
  });
}
