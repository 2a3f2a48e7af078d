import type { TestedPart } from '#contract/state/state.ts';

/** Returns the id of a connection on the page, by which a link finds it. */
export const connectionId = (part: TestedPart): string => `connection-${part}`;
