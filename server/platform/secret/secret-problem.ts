/** Why the secret cannot be opened or replaced, in one line for the person who runs the server. */
export class SecretProblem extends Error {}
