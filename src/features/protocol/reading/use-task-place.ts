import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { placeParameter } from '../playback/moment-address.ts';

/**
 * Turns `?show=task:<id>` into the decision or the question that the task belongs to: a sheet that is read has no list of
 * tasks. Returns whether that is still to be done.
 */
export function useTaskPlace(protocol: Protocol): boolean {
  const [query, setQuery] = useSearchParams();
  const id = /^task:(.+)$/s.exec(query.get(placeParameter) ?? '')?.[1];
  const place = id ? placeOf(protocol, id) : undefined;
  const isDue = id !== undefined;
  useEffect(() => {
    if (!isDue) return;
    setQuery(
      (now) => {
        if (place) now.set(placeParameter, place);
        else now.delete(placeParameter);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isDue, place, setQuery]);
  return isDue;
}

function placeOf({ agenda, tasks }: Protocol, taskId: string): string | undefined {
  const task = tasks?.find(({ id }) => id === taskId);
  const item = agenda?.find(({ id }) => id === task?.agenda_id);
  if (!item) return undefined;
  const decision = item.decisions?.find(({ id }) => id && id === task?.decision_id);
  return decision ? `decision:${decision.id}` : `item:${item.id}`;
}
