// People, sessions, passwords, invitations, the time zone of the organization.

export { type AddressLimits, createAddressLimits } from './accounts/address-limits.ts';
export { sweepPasswordLinks } from './accounts/password-link-repository.ts';
export { createPasswordLinks, type PasswordLinks } from './accounts/password-links.ts';
export { type Auth, createAuth, registerAuth } from './auth/auth.ts';
export { hashPassword, verifyPassword } from './auth/password.ts';
export { sweepSessions } from './auth/session-repository.ts';
export { ownersReadBy, type Reader, secretaryOf, whereReadableBy } from './may-read-repository.ts';
export { createOfficeZone, type OfficeZone, officeName } from './office-zone.ts';
export { isOwnFile } from './own-file.ts';
export { registerPasswords } from './passwords/routes.ts';
export { findUnselectable } from './selectable-people.ts';
export { registerSession } from './session/routes.ts';
export { countAccounts } from './session/user-repository.ts';
export { listPeople } from './users/list-repository.ts';
export { userNotFound } from './users/policy.ts';
export { insertPerson } from './users/repository.ts';
export { registerUsers } from './users/routes.ts';
