import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Access to push services. */
export interface PushNetwork {
  agent: Agent;
  /** Returns whether the endpoint of a subscription may be called at all; host names are only resolved by the call. */
  allows(endpoint: URL): boolean;
}

const closed = new BlockList();
for (const [net, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
  // Those of documentation: nobody's, but a network may use them.
  ...([
    ['192.0.2.0', 24],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ] as const),
]) {
  closed.addSubnet(net, prefix, 'ipv4');
}
// Ranges that embed an IPv4 address: Teredo and 6to4.
closed.addSubnet('2001::', 32, 'ipv6');
closed.addSubnet('2002::', 16, 'ipv6');
closed.addSubnet('2001:db8::', 32, 'ipv6');

/** All IPv6 addresses allocated to the public internet. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address is on the public internet, and not in the server's own network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Resolves public addresses only: a host name may have changed its meaning since the subscription. */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const open = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (error || !first) done(error ?? new Error(`${host} is not in the open internet`), '', 0);
    else if (options.all) done(null, open);
    else done(null, first.address, first.family);
  });
};

/** Returns access to push services on the public internet, by https on its default port only. */
export function publicNetwork(): PushNetwork {
  return {
    agent: new Agent({ keepAlive: true, maxSockets: 8, lookup: publicLookup }),
    allows({ protocol, hostname, username, port }) {
      const host = hostname.replace(/^\[|\]$/g, '');
      if (protocol !== 'https:' || username !== '' || port !== '') return false;
      return isIP(host) === 0
        ? host.includes('.') && !/\.(local|internal|localhost)\.?$/i.test(host)
        : isPublicAddress(host);
    },
  };
}
