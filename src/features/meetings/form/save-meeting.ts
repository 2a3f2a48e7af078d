import { uuidv7 } from 'uuidv7';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingIdOn } from '#contract/meetings/meeting-series.ts';
import {
  changedMeeting,
  createMeeting,
  createSeries,
  inviteToMeeting,
  inviteToSeries,
  type MeetingUpdate,
  type NewSeries,
  plainMeeting,
  type SeriesChange,
  type SeriesInvitation,
  updateMeeting,
  updateSeries,
} from '#src/data/meeting/index.ts';
import {
  enqueue,
  mutate,
  needsPerson,
  type OpenForm,
  type Optimistic,
  type OutboxRow,
  outbox,
  resolveMutation,
  variablesOf,
} from '#src/sync/index.ts';
import { knownInstant } from '#src/ui/index.ts';
import type { FilesValue, MeetingBody, MeetingForm } from '../base/meeting-form-values.ts';
import type { SeriesNotice } from '../series/outcome-words.ts';
import type { Reach } from '../series/reach-question.tsx';

interface FormContent {
  body: MeetingBody;
  /** The fields of the body that the person changed. */
  changed: Partial<MeetingBody>;
  files: readonly File[];
  removedFileIds: readonly string[];
  /** Whether people are told by mail about what is saved, and whether the server can tell them of a new series. */
  invites: boolean;
  invitesToSeries: boolean;
}

interface SaveTarget {
  /** Id for a new meeting: the same for every attempt of a form. */
  id: string;
  /** The edited meeting. */
  existing: Optimistic<Meeting> | undefined;
  /** The refused mutation that is sent again with the values of the form. */
  refused: OutboxRow | undefined;
  form: OpenForm;
  /**
   * Values that hold the repetition, and the reach of the change in a series; without it only this meeting is saved.
   */
  series?: { initial: MeetingForm; values: MeetingForm; reach: Reach };
}

/** `kept`: queued on the device. `meeting`: the one in the server's answer; undefined where it has none. */
type SavedFields = {
  kept: boolean;
  meeting?: Meeting | undefined;
  /** Message to show where a series was saved. */
  series?: SeriesNotice | undefined;
};
type SavedSeries = SavedFields & { made?: NewSeries; change?: SeriesChange };
export type SavedMeeting = SavedFields & {
  /**
   * Whether mails about it are queued, or could neither be kept on the device nor sent. `untold`: they were asked for,
   * but on an earlier server a change of a series is told of from its meetings.
   */
  mails: 'none' | 'queued' | 'failed' | 'untold';
};

/** Saves the form of a meeting: creates it, sends its changed fields, or resolves a refused mutation. */
export async function saveMeeting(content: FormContent, target: SaveTarget): Promise<SavedMeeting> {
  const ofSeries = await saveSeries(content, target);
  if (ofSeries) {
    const { made, change, ...saved } = ofSeries;
    if (!content.invites) return { ...saved, mails: 'none' };
    const round = made ? roundOfNew(made) : change && roundOfChange(change);
    if (content.invitesToSeries) return { ...saved, mails: round ? await mailsOf(tell(round)) : 'none' };
    return { ...saved, mails: target.existing?.invitations && !made ? 'untold' : 'none' };
  }
  const saved = await saveFields(content, target);
  if (!content.invites) return { ...saved, mails: 'none' };
  const { id = target.id } = target.existing ?? { id: target.refused?.subject };
  // Queued after the meeting in the same scope: whatever happens to the saving, nobody is told before it is done.
  const meeting = { id, title: content.body.title, series: target.existing?.series };
  const round = enqueue(inviteToMeeting, { id: uuidv7(), meeting });
  return { ...saved, mails: await mailsOf(round) };
}

function mailsOf(round: Promise<unknown>): Promise<'queued' | 'failed'> {
  return round.then(() => 'queued' as const).catch(() => 'failed' as const);
}

/** Queues the mails behind what they tell of; one that waits already, for a change that was refused, is enough. */
async function tell(round: SeriesInvitation): Promise<void> {
  const isQueued = outbox.list().some((row) => variablesOf(inviteToSeries, row)?.id === round.id);
  if (!isQueued) await enqueue(inviteToSeries, round);
}

/** The invitations to a new series, behind its creation and the files of its first meeting. */
function roundOfNew({ id, fields: { title }, days: [first] }: NewSeries): SeriesInvitation | undefined {
  if (!first) return undefined;
  const meeting = { id: meetingIdOn(id, first.occurrence), title };
  return { id: uuidv7(), series: { id }, meeting, from: first.occurrence };
}

/**
 * The mails about a change of a series. Their id is the one that the change brings: they are not sent before it, also
 * where the server refuses it and a person has to decide.
 */
function roundOfChange({ meeting, series, reach, newId, plan }: SeriesChange): SeriesInvitation {
  const { id, title, occurrence } = meeting;
  const isAll = reach === 'all';
  const days = [occurrence, plan?.whole.first, isAll ? series.first : undefined].filter((day) => day != null);
  const from = days.sort()[0] ?? series.first;
  // With another plan the meetings from this one on belong to a series of their own.
  return { id: newId, series: { id: plan && !isAll ? newId : series.id }, meeting: { id, title }, from };
}

/**
 * Saves a series; undefined where only one meeting is meant. The code is loaded on demand: it brings the library of
 * rules.
 */
async function saveSeries(content: FormContent, target: SaveTarget): Promise<SavedSeries | undefined> {
  const { id, existing, refused, form, series } = target;
  if (!series) return undefined;
  const made = refused && variablesOf(createSeries, refused);
  const before = refused && variablesOf(updateSeries, refused);
  const isNew = !existing && !refused && series.values.repeat !== null;
  const { reach } = series;
  if (!made && !before && !isNew && reach === 'one') return undefined;
  const { saveNewSeries, saveNewSeriesAgain, saveSeriesChange, saveSeriesChangeAgain } = await import(
    './save-series.ts'
  );
  const whole = { ...content, ...series };
  if (refused && made) return saveNewSeriesAgain(whole, refused, made);
  if (refused && before) return saveSeriesChangeAgain(whole, refused, before);
  if (existing && reach !== 'one') return saveSeriesChange({ ...whole, reach, meeting: existing }, form);
  return saveNewSeries(whole, id, form);
}

async function saveFields(content: FormContent, target: SaveTarget): Promise<SavedFields> {
  const { body, changed, files, removedFileIds } = content;
  const { id, existing, refused, form } = target;
  const removal = removedFileIds.length > 0 ? { remove_file_ids: [...removedFileIds] } : {};
  if (refused && !isStillRefused(refused)) {
    // The refused mutation was resolved in another tab, so the typed values make a new change.
    const { meeting, files: decided } = writtenBy(refused);
    const fresh = files.filter((file) => !decided.includes(file));
    return saveChange(meeting, { ...changed, ...removal }, fresh, form);
  }
  const made = refused && variablesOf(createMeeting, refused);
  const before = refused && variablesOf(updateMeeting, refused);
  if (refused && made) await resolveMutation(createMeeting, refused, { ...made, body, files });
  else if (refused && before) {
    const { remove_file_ids: _chosenAnew, ...kept } = before.change;
    await resolveMutation(updateMeeting, refused, { ...before, change: { ...kept, ...changed, ...removal }, files });
  } else if (existing) return saveChange(existing, { ...changed, ...removal }, files, form);
  else {
    const { kept, reply } = await mutate(createMeeting, { id, body, files }, { form });
    return { kept, meeting: reply };
  }
  return { kept: true };
}

function isStillRefused({ id }: OutboxRow): boolean {
  return outbox.list().some((row) => row.id === id && needsPerson(row));
}

/** Returns the meeting as a refused mutation makes it, under its current id. */
function writtenBy(refused: OutboxRow): { meeting: Meeting; files: readonly File[] } {
  const id = outbox.currentId(refused.subject);
  const shown = refusedMeeting(refused);
  return { meeting: { ...shown?.meeting, id }, files: shown?.files.added ?? [] };
}

async function saveChange(
  existing: Optimistic<Meeting>,
  change: MeetingUpdate,
  files: readonly File[],
  form: OpenForm,
): Promise<SavedFields> {
  // Nothing changed: an empty update would look like a change to other people.
  if (Object.keys(change).length === 0 && files.length === 0) return { kept: false };
  const meeting = inContractTimes(plainMeeting(existing));
  const variables = { meeting, change, files };
  const { kept, reply } = await mutate(updateMeeting, variables, { form, basedOn: existing.unsent?.writes });
  return { kept, meeting: reply };
}

/** Returns the meeting with times in the format of the contract, for a provider that takes only whole bodies. */
function inContractTimes({ start_at, end_at, ...meeting }: Meeting): Meeting {
  return { ...meeting, start_at: knownInstant(start_at), end_at: knownInstant(end_at) };
}

/** A refused mutation as its form shows it. */
export interface RefusedMeeting {
  row: OutboxRow;
  /** The meeting with all changes of the mutation. */
  meeting: Meeting;
  files: FilesValue;
  isNew: boolean;
}

/** Returns a mutation as form values; undefined where it has no form, or needs no decision. */
export function refusedMeeting(row: OutboxRow | undefined): RefusedMeeting | undefined {
  if (!row || !needsPerson(row)) return undefined;
  const made = variablesOf(createMeeting, row);
  if (made) {
    const { id, body, files } = made;
    return { row, meeting: { ...body, id }, files: { added: files, removedIds: [] }, isNew: true };
  }
  const series = variablesOf(createSeries, row);
  if (series) {
    const { id, fields, plan, days } = series;
    const meeting = { ...fields, ...days[0], id, series: { ...plan, id } };
    return { row, meeting, files: { added: [], removedIds: [] }, isNew: true };
  }
  const ofSeries = variablesOf(updateSeries, row);
  if (ofSeries) {
    const { meeting, change, plan } = ofSeries;
    const shown = { ...meeting, ...change, ...plan?.moved[meeting.occurrence ?? ''] };
    const repeating = plan ? { series: { ...plan.whole, id: meeting.series?.id ?? meeting.id } } : {};
    return { row, meeting: { ...shown, ...repeating }, files: { added: [], removedIds: [] }, isNew: false };
  }
  const changed = variablesOf(updateMeeting, row);
  if (!changed) return undefined;
  const { remove_file_ids: removedIds = [], ...change } = changed.change;
  // Files marked for removal stay listed in the form, so that the person can keep them after all.
  const meeting = changedMeeting(changed.meeting, change);
  return { row, meeting, files: { added: changed.files, removedIds }, isNew: false };
}

/**
 * Returns the refused mutation that a meeting's form resolves; for a meeting of a refused new series, that of the
 * series.
 */
export function refusedMutationOf(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => (row.subject === id || isMadeBy(row, id)) && refusedMeeting(row) !== undefined);
}

function isMadeBy(row: OutboxRow, id: string): boolean {
  const series = variablesOf(createSeries, row);
  return series?.days.some(({ occurrence }) => meetingIdOn(series.id, occurrence) === id) ?? false;
}
