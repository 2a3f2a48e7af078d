/** Addresses opened by keyboard shortcuts and by shortcuts of the installed app. */
export const shortcutAddresses = { protocol: '/main/protocols/add', meeting: '/main/meetings?new=1' } as const;

/**
 * Returns an address as manifest.webmanifest has it. The parameter distinguishes it from a typed address, from which
 * the specification leads elsewhere after the sign-in.
 */
export function launchAddress(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}launch=1`;
}

/** Navigation state passed to the sign-in and back while nobody is signed in. */
export interface Asked {
  asked: string;
}

/**
 * Returns the shortcut of the installed app that was opened, for use after the sign-in; undefined for every other
 * address, from which the sign-in leads to the start screen of the role.
 */
export function askedFor({ pathname, search }: { pathname: string; search: string }): Asked | undefined {
  const asked = Object.values(shortcutAddresses).find((known) => launchAddress(known) === pathname + search);
  return asked && { asked };
}

/** Returns the passed shortcut; undefined for anything else, since the browser's history may hold any state. */
export function readAsked(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  return Object.values(shortcutAddresses).find((known) => known === state.asked);
}
