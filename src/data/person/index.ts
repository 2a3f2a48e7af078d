// People: names as they are shown, queries, the own profile, saving a person.

export { refreshPerson } from './cache.ts';
export { createPerson } from './create.ts';
export { currentUserQuery, useCurrentUser } from './current-user.ts';
export {
  type OptimisticPerson,
  profileCollection,
  profileMutations,
  unsentProfile,
  updateProfile,
} from './mutations.ts';
export { type NamedPerson, namesIn } from './named-person.ts';
export { type ProfileForm, profileChange, profileFields, profileForm, profileOf } from './profile-form.ts';
export { cachedPeople, peopleQuery, personQuery, usePeopleNames } from './queries.ts';
export { type Picture, restToSend, savePerson } from './save.ts';
export { matchPeople, personName, personNote, unreadName } from './words.ts';
