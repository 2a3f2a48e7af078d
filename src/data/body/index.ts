// Bodies (commissions, committees and departments): collection, mutations, initial values, words.

export { bodyCollection, bodyTitle, findBody, knownBody, lastAgendaQuery, useBodies } from './collection.ts';
export { meetingOfBody } from './filling.ts';
export { type BodyFields, bodyFields, bodyMutations, createBody, deleteBody, updateBody } from './mutations.ts';
export { printedBody } from './printed-body.ts';
