import { useQuery, useQueryClient } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import ListPlus from 'lucide-react/icons/list-plus';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BodyQuestion } from '#contract/bodies/body.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { lastAgendaQuery, useBodies } from '#src/data/body/index.ts';
import { cachedPeople, personName } from '#src/data/person/index.ts';
import { Button } from '#src/ui/index.ts';
import { isUser, type NewProtocolForm } from '../editing/protocol-form.ts';
import { freshQuestions } from './body-prefill.ts';

/**
 * Buttons that add the agenda of the chosen body: its usual questions, and those of its last protocol. Existing ones
 * stay.
 */
export function AgendaSources() {
  const { control, getValues, setValue } = useFormContext<NewProtocolForm>();
  const [bodyId, agenda] = useWatch({ control, name: ['body_id', 'agenda'] });
  const client = useQueryClient();
  const body = useBodies().known.find(({ id }) => id === bodyId);
  // A body that the server does not have yet has no protocols.
  const isAsked = body !== undefined && !body.unsent;
  const { data } = useQuery({ ...lastAgendaQuery(bodyId ?? ''), enabled: isAsked });
  if (!body) return null;
  const last = data?.questions ?? lastOnDevice(client.getQueriesData<Protocol>({ queryKey: ['protocol'] }), body.id);
  const there = new Set(agenda.map(({ title }) => title.trim()));
  const newOf = (questions: readonly BodyQuestion[]) =>
    questions.filter(({ title }) => title?.trim() && !there.has(title.trim()));
  const add = (questions: readonly BodyQuestion[]) => {
    const people = [
      ...getValues('members').filter(isUser),
      ...cachedPeople(client).map((person) => ({ id: person.id, name: personName(person) })),
    ];
    const written = getValues('agenda').filter(({ title, speaker }) => title.trim() !== '' || speaker.length > 0);
    setValue('agenda', [...written, ...freshQuestions(questions, people)], { shouldDirty: true });
  };
  const [usual, recent] = [newOf(body.agenda ?? []), newOf(last)];
  return (
    <>
      {usual.length > 0 ? (
        <Button variant="quiet" icon={ListPlus} onClick={() => add(usual)}>
          Из шаблона
        </Button>
      ) : null}
      {recent.length > 0 ? (
        <Button variant="quiet" icon={History} onClick={() => add(recent)}>
          Из последнего протокола
        </Button>
      ) : null}
    </>
  );
}

/** Without a connection: the agenda of the latest protocol of the body that this device has in its cache. */
function lastOnDevice(read: readonly [unknown, Protocol | undefined][], bodyId: string): readonly BodyQuestion[] {
  const own = read.flatMap(([, protocol]) => (protocol?.body_id === bodyId && protocol.agenda ? [protocol] : []));
  const [last] = own.toSorted((one, other) => Date.parse(other.held_at ?? '') - Date.parse(one.held_at ?? ''));
  return last?.agenda ?? [];
}
