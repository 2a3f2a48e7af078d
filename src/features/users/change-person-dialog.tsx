import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/identity/user.ts';
import { personQuery, usePeopleNames } from '#src/data/person/index.ts';
import { ChangePersonForm } from './change-person-form.tsx';
import type { Actor } from './rights.ts';

interface ChangePersonDialogProps {
  actor: Actor;
  /** The person as listed. */
  person: User;
  onClose: () => void;
}

/** Dialog to edit a person. If the list lacks the name, the person is read individually first. */
export function ChangePersonDialog({ actor, person, onClose }: ChangePersonDialogProps) {
  const single = useQuery({ ...personQuery(person.id), enabled: person.name === undefined, retry: false });
  const names = usePeopleNames(actor.role === 'admin' ? [person.manager_id] : []);
  if (single.isLoading) return null;
  return (
    <ChangePersonForm
      actor={actor}
      person={{ ...single.data, ...person }}
      managerName={person.manager_id ? names.get(person.manager_id) : undefined}
      onClose={onClose}
    />
  );
}
