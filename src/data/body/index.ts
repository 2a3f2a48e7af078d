// Commissions, committees and departments that meet: collection, mutations, what they fill in, words.

export { bodyCollection, findBody, knownBody, lastAgendaQuery, useBodies } from './collection.ts';
export { meetingOfBody } from './filling.ts';
export { type BodyFields, bodyFields, bodyMutations, createBody, deleteBody, updateBody } from './mutations.ts';
export { printedBody } from './printed-body.ts';
export { bodyTitle } from './words.ts';
