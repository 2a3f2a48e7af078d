/** Limits guesses of the person's own password by somebody who finds an open session. */
export const changeLimits = { pair: 10, account: 20, address: 100, windowMs: 15 * 60 * 1000 };
