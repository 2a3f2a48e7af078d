import Vote from 'lucide-react/icons/vote';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Votes } from '#contract/protocols/votes.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { focusWhenThere, IconButton } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';

const VotesForm = lazy(async () => ({ default: (await import('./votes-form.tsx')).VotesForm }));

interface DecisionVotesProps {
  id: string;
  /** Number of the decision: «1.2.». */
  place: string;
  /** Called before the votes are removed. */
  onRemoving: () => void;
}

/**
 * Votes of one decision, or the button that adds them; nothing where the server does not support votes of decisions.
 */
export function DecisionVotes({ id, place, onRemoving }: DecisionVotesProps) {
  const { attendance: isKept } = useOffers();
  const { setValue, getValues } = useFormContext<AgendaForm>();
  const all = useWatch<AgendaForm, 'decisionVotes'>({ name: 'decisionVotes' });
  const [isOpen, setOpen] = useState(false);
  const votes = all?.[id];
  if (!isKept && !votes) return null;
  const focusBegin = () => focusWhenThere(() => document.querySelector<HTMLElement>(`[data-vote="${CSS.escape(id)}"]`));
  const write = (next: Votes | undefined) => {
    const { [id]: _before, ...rest } = getValues('decisionVotes') ?? {};
    setValue('decisionVotes', next ? { ...rest, [id]: next } : rest, { shouldDirty: true });
  };
  if (!votes && !isOpen) {
    return (
      <IconButton
        data-vote={id}
        icon={Vote}
        size="small"
        label={`Голосование по решению ${place}`}
        aria-keyshortcuts="Alt+Г"
        onClick={() => {
          setOpen(true);
          focusWhenThere(() => document.querySelector<HTMLElement>(`[data-votes="${CSS.escape(id)}"] input`));
        }}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      <VotesForm
        id={id}
        place={place}
        votes={votes ?? {}}
        onChange={write}
        onRemove={() => {
          onRemoving();
          write(undefined);
          setOpen(false);
          focusBegin();
        }}
      />
    </Suspense>
  );
}

/**
 * Handles Alt+Г (by the physical key) in a decision: adds its votes, or moves the focus to them. Returns whether the
 * event was handled.
 */
export function openVotesByKey(event: KeyboardEvent<HTMLElement>): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyU') return false;
  const found = event.target instanceof HTMLElement ? votesBeside(event.target) : undefined;
  if (!found) return false;
  event.preventDefault();
  openVotes(found);
  return true;
}

/**
 * Returns the button that adds votes to the field's decision, or its first vote count; undefined where there is
 * neither.
 */
export function votesBeside(field: HTMLElement): HTMLElement | undefined {
  return field.closest('li')?.querySelector<HTMLElement>('[data-vote], [data-votes] input') ?? undefined;
}

/** Presses the button that {@link votesBeside} found, or focuses the vote count. */
export function openVotes(found: HTMLElement): void {
  if (found.dataset.vote === undefined) found.focus();
  else found.click();
}
