/** What the shortcuts of the installed app open, by the addresses that manifest.webmanifest names. */
export const shortcutAddresses = { protocol: '/main/protocols/add', meeting: '/main/meetings?new=1' } as const;

/** What a page that nobody is signed in at hands on to the sign-in and back, beside the address of each. */
export interface Asked {
  asked: string;
}

/**
 * The shortcut that led to a page, for the time until somebody is signed in there; undefined for every other address,
 * from which a sign-in leads to the first screen of the role.
 */
export function askedFor(place: { pathname: string; search: string }): Asked | undefined {
  return asAsked(place.pathname + place.search);
}

/** What was handed on; undefined for what is no shortcut. The history of a browser keeps anything. */
export function readAsked(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  return asAsked(state.asked)?.asked;
}

function asAsked(address: unknown): Asked | undefined {
  const asked = Object.values(shortcutAddresses).find((known) => known === address);
  return asked && { asked };
}
