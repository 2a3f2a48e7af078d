import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Limited, because anyone who reaches the server can send the header. */
const maxWarned = 5;
const privateAddresses = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(net, bits, 'ipv4');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/**
 * Reports once each proxy that forwards callers' addresses but is not trusted: all its callers would share its address,
 * and with it the limits of sign-ins. A caller from a public address is not reported: an operator who trusted it would
 * let it choose its own address.
 */
export function registerUntrustedProxy(app: FastifyInstance, tell: (proxy: string) => void): void {
  const warned = new Set<string>();
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined || request.ips?.length !== 1) return;
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    if (warned.size === maxWarned || warned.has(address)) return;
    if (!privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    warned.add(address);
    tell(address);
  });
}

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a setting names proxies as Fastify's `trustProxy` takes them: names of ranges, addresses, subnets. */
export function namesProxies(list: string): boolean {
  return list.split(',').every((item) => {
    const [address = '', bits, ...rest] = item.trim().split('/');
    if (rangeNames.includes(address)) return bits === undefined;
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return (
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
    );
  });
}
