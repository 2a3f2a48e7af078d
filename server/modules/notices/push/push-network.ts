import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** How push services are reached. */
export interface PushNetwork {
  agent: Agent;
  /** Whether an address of a subscription may be asked at all; names are looked up when it is. */
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
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  closed.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  closed.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address is of the open internet, and not of the server's own network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  // An IPv4 address in the clothes of an IPv6 one is checked as what it is.
  return version !== 0 && !closed.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Finds addresses of the open internet alone: what a name meant when it was subscribed may have changed since. */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const open = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (error || !first) done(error ?? new Error(`${host} is not in the open internet`), '', 0);
    else if (options.all) done(null, open);
    else done(null, first.address, first.family);
  });
};

/** Push services of the open internet, by https alone. */
export function publicNetwork(): PushNetwork {
  return {
    agent: new Agent({ keepAlive: true, maxSockets: 8, lookup: publicLookup }),
    allows({ protocol, hostname, username }) {
      const host = hostname.replace(/^\[|\]$/g, '');
      if (protocol !== 'https:' || username !== '') return false;
      return isIP(host) === 0
        ? host.includes('.') && !/\.(local|internal|localhost)\.?$/i.test(host)
        : isPublicAddress(host);
    },
  };
}
