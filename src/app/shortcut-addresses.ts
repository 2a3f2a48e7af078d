/** What the shortcuts open: those of the keyboard, and those of the installed app. */
export const shortcutAddresses = { protocol: '/main/protocols/add', meeting: '/main/meetings?new=1' } as const;

/** The same as manifest.webmanifest names them: from an address that was typed the specification leads elsewhere. */
export function launchAddress(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}launch=1`;
}

/** What a page that nobody is signed in at hands on to the sign-in and back, beside the address of each. */
export interface Asked {
  asked: string;
}

/**
 * What a shortcut of the installed app asked for, for the time until somebody is signed in; undefined for every other
 * address, from which a sign-in leads to the first screen of the role.
 */
export function askedFor({ pathname, search }: { pathname: string; search: string }): Asked | undefined {
  const asked = Object.values(shortcutAddresses).find((known) => launchAddress(known) === pathname + search);
  return asked && { asked };
}

/** What was handed on; undefined for what is no shortcut. The history of a browser keeps anything. */
export function readAsked(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  return Object.values(shortcutAddresses).find((known) => known === state.asked);
}
