import type { FastifyInstance } from 'fastify';

/** The address of the app, for links in mails; without a slash at its end. */
export interface PublicAddress {
  url(): string;
  /** Sets the port that the server listens on: it may be chosen only at that moment. */
  listensOn(port: number): void;
}

/** `appUrl` where it is set, else where the server listens. The `Host` header of a request is never used. */
export function createPublicAddress(config: { appUrl: string | undefined; host: string; port: number }): PublicAddress {
  let { port } = config;
  const everywhere = ['0.0.0.0', '::'].includes(config.host);
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: () => config.appUrl ?? `http://${host}:${port}`,
    listensOn(actual) {
      port = actual;
    },
  };
}

/** Sets the address once the server listens. */
export function registerPublicAddress(app: FastifyInstance, address: PublicAddress): void {
  app.addHook('onListen', async () => {
    const [bound] = app.addresses();
    if (typeof bound === 'object') address.listensOn(bound.port);
  });
}
