// The secret that tokens and links are signed with.

export { deriveKey, openServerSecret } from './server-secret.ts';
