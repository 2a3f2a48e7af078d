import { idInPrintedAddress } from '#contract/documents/printed/printed-address.ts';
import type { Role } from '#contract/roles.ts';
import { access, mayOpen } from './access.ts';

/** Addresses opened by keyboard shortcuts and by shortcuts of the installed app. */
export const shortcutAddresses = { protocol: '/main/protocols/add', meeting: '/main/meetings?new=1' } as const;

/**
 * Returns an address as manifest.webmanifest has it. The parameter distinguishes it from a typed address, from which
 * the specification leads elsewhere after the sign-in.
 */
export function launchAddress(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}launch=1`;
}

/** Navigation state passed to the sign-in and back while nobody is signed in, and to /main. */
export interface Asked {
  asked: string;
}

/**
 * Returns the shortcut of the installed app or the printed protocol that was opened, for use after the sign-in;
 * undefined for every other address, from which the sign-in leads to the start screen of the role.
 */
export function askedFor({ pathname, search }: { pathname: string; search: string }): Asked | undefined {
  const address = pathname + search;
  if (idInPrintedAddress(address)) return { asked: address };
  const asked = Object.values(shortcutAddresses).find((known) => launchAddress(known) === address);
  return asked && { asked };
}

/**
 * Returns where the passed shortcut or printed protocol is opened by this role; undefined if it may not open it, and for
 * anything else, since the browser's history may hold any state.
 */
export function readAsked(state: unknown, role: Role): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  const { asked } = state;
  const printed = typeof asked === 'string' ? idInPrintedAddress(asked) : undefined;
  if (printed && role === 'manager') return `/main/secretaries?protocol=${printed}`;
  if (printed && role === 'external') return `/main/settings?tab=protocols&protocol=${printed}`;
  if (!mayOpen(access.protocols, role)) return undefined;
  return printed ? String(asked) : Object.values(shortcutAddresses).find((known) => known === asked);
}
