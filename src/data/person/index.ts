// People: displayed names, queries, the person's own profile, saving a person.

export { handOver, ownedWorkQuery, ownedWorkWords } from './handover.ts';
export { importPeople, previewImport } from './import.ts';
export {
  currentUserQuery,
  type OptimisticPerson,
  profileCollection,
  profileMutations,
  unsentProfile,
  updateProfile,
  useCurrentUser,
} from './mutations.ts';
export { type ProfileForm, profileChange, profileFields, profileForm, profileOf } from './profile-form.ts';
export {
  cachedPeople,
  type NamedPerson,
  namesIn,
  peopleQuery,
  personQuery,
  refreshPerson,
  usePeople,
  usePeopleNames,
} from './queries.ts';
export { createPerson, type Picture, restToSend, savePerson } from './save.ts';
export { matchPeople, personName, personNote, unreadName } from './words.ts';
