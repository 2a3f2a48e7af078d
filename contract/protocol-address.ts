/** Returns the address of a protocol's screen, with a query such as `show=task:7` where one is given. */
export function protocolAddress(id: string | number, query = ''): string {
  return `/main/protocols/${encodeURIComponent(id)}${query && `?${query}`}`;
}

/** Returns the address of the form of a new protocol, filled in from a meeting, a body, or an earlier protocol. */
export function newProtocolAddress(from: 'meeting' | 'body' | 'like', id: string | number): string {
  return `/main/protocols/add?${from}=${encodeURIComponent(id)}`;
}
