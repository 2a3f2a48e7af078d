// People in forms and lists: photo, picker, the fields of a profile.

export { Avatar } from './avatar.tsx';
export { AvatarField } from './avatar-field.tsx';
export { PersonPicker } from './late-person-picker.tsx';
export type { ChosenPerson } from './person-picker.tsx';
export { ProfileFields } from './profile-fields.tsx';
export { usePeopleSearch } from './use-people-search.ts';
