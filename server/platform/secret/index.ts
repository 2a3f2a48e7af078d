// The secret that tokens and addresses are signed with.

export { openSecret } from './open-secret.ts';
export { adoptSecret, dropFormerSecrets, forgetSecrets, replaceSecret } from './replace-secret.ts';
export { newSecretText, readSecrets } from './secret-text.ts';
export { type GivenSecrets, SecretProblem, type Secrets, ServerSecret } from './server-secret.ts';
export { OtherSecret } from './shared-secret.ts';
export { tokenDigest } from './token-digest.ts';
