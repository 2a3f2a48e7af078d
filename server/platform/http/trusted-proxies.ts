import { isIP } from 'node:net';

const names = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a setting names proxies as Fastify's `trustProxy` takes them: names of ranges, addresses, subnets. */
export function namesProxies(list: string): boolean {
  return list.split(',').every((item) => {
    const [address = '', bits, ...rest] = item.trim().split('/');
    if (names.includes(address)) return bits === undefined;
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return (
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
    );
  });
}
