import type { FastifyInstance } from 'fastify';

/** The address that people reach the app by, without a slash at its end: it stands in links. */
export interface PublicAddress {
  url(): string;
  /** Where the server listens; told once it does, since a port may be chosen only then. */
  listensOn(port: number): void;
}

/** `appUrl` where it is set, else where the server listens. What a request says of its host never counts. */
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

/** Tells the address its port. */
export function registerPublicAddress(app: FastifyInstance, address: PublicAddress): void {
  app.addHook('onListen', async () => {
    const [bound] = app.addresses();
    if (typeof bound === 'object') address.listensOn(bound.port);
  });
}
