interface Question {
  id: string;
  decisions?: readonly { id?: string | null | undefined }[] | null | undefined;
}

interface OfQuestion {
  agenda_id?: string | null | undefined;
  decision_id?: string | null | undefined;
}

/**
 * Finds the agenda item of a task: that of its decision, whatever item the task names, else the one that it names.
 * Undefined for a task that belongs to none.
 */
export function questionFinder(agenda: readonly Question[]): (task: OfQuestion) => string | undefined {
  const known = new Set(agenda.map(({ id }) => id));
  const decidedIn = new Map(agenda.flatMap((item) => (item.decisions ?? []).map(({ id }) => [id, item.id] as const)));
  return ({ decision_id, agenda_id }) => {
    const own = decision_id ? decidedIn.get(decision_id) : undefined;
    return own ?? (agenda_id && known.has(agenda_id) ? agenda_id : undefined);
  };
}
