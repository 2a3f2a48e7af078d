// Bodies (commissions, committees and departments): collection, mutations, initial values, words.

export { bodyCollection, findBody, knownBody, lastAgendaQuery, useBodies } from './collection.ts';
export { meetingOfBody } from './filling.ts';
export { type BodyFields, bodyFields, bodyMutations, createBody, deleteBody, updateBody } from './mutations.ts';
export { printedBody } from './printed-body.ts';
export { bodyTitle } from './words.ts';
