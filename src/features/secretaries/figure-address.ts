import { useOffers } from '#src/data/provider/index.ts';
import { type ReadingPlace, readingAddress } from '#src/data/reading/index.ts';

/** Narrows what a figure counts: by secretary, by days, by weekday and so on. */
export type FigureScope = Pick<
  ReadingPlace,
  'secretary' | 'since' | 'until' | 'on' | 'least' | 'most' | 'undated' | 'weekday'
>;

/**
 * Returns the address where what a figure counts is listed, by its key in the answer; undefined where it is listed
 * nowhere.
 */
export type FigureAddress = (key: string, scope?: FigureScope) => string | undefined;

// Keywords are listed nowhere but with their secretary: no call lets a manager read them, and they name no subject of work.
const places: Record<string, Pick<ReadingPlace, 'view' | 'status' | 'stage' | 'only'>> = {
  meetings: { view: 'meetings' },
  coming_meetings: { view: 'meetings', only: 'coming' },
  protocols: { view: 'protocols' },
  final_protocols: { view: 'protocols', stage: 'final' },
  tasks: { view: 'tasks' },
  total: { view: 'tasks' },
  due_tasks: { view: 'tasks' },
  done_tasks: { view: 'tasks', status: 'done' },
  overdue_tasks: { view: 'tasks', status: 'overdue' },
  new: { view: 'tasks', status: 'new' },
  in_progress: { view: 'tasks', status: 'in_progress' },
  done: { view: 'tasks', status: 'done' },
  cancelled: { view: 'tasks', status: 'cancelled' },
  overdue: { view: 'tasks', status: 'overdue' },
};

const addressOf: FigureAddress = (key, scope = {}) => {
  const place = places[key];
  return place && readingAddress({ ...place, ...scope });
};
/** Of a server that does not narrow meetings to those that are coming. */
const addressBefore: FigureAddress = (key, scope) => (key === 'coming_meetings' ? undefined : addressOf(key, scope));
const nowhere: FigureAddress = () => undefined;

/** Returns the addresses of figures; none where the server does not let a manager read the lists. */
export function useFigureAddress(): FigureAddress {
  const { reading, heldMeetings } = useOffers();
  if (!reading) return nowhere;
  return heldMeetings ? addressOf : addressBefore;
}
