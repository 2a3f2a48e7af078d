import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { type Evidence, evidence } from '#contract/evidence.ts';
import { type AgendaItem, agendaItem } from '#contract/protocols/protocol.ts';
import type { Votes } from '#contract/protocols/votes.ts';
import { type EditBase, updateProtocol } from '#src/data/protocol/index.ts';
import { isOfDeleted } from '#src/data/recording/index.ts';
import { type OutboxRow, outbox, variablesOf } from '#src/sync/index.ts';
import { type AgendaForm, agendaForm, passageFormats, withItem } from './agenda-form.ts';
import type { AgendaWriter } from './agenda-writer.ts';
import { type DraftPlace, deviceDrafts } from './device-drafts.ts';
import { chosenPerson } from './protocol-form.ts';
import { noteMoments, type WrittenMoments, withMoments } from './written-moments.ts';

/** Unsaved text of the open agenda item. */
export interface TypedItem {
  itemId: string;
  base: EditBase;
  form: AgendaForm;
  /** Moments of the recording at which the text was typed. */
  moments?: WrittenMoments | undefined;
  /** Time at which an earlier visit typed the text; undefined where none left it. */
  restoredAt?: string | undefined;
  /** Name of the draft in which an earlier visit left the text. */
  draftName?: string | undefined;
}

/**
 * typed: not saved yet; untitled and invalid: cannot be saved as it is; failed: neither device nor server accepted it.
 */
export type SavePhase = 'saved' | 'typed' | 'untitled' | 'invalid' | 'failed';

/** Form in which the item is edited. */
interface TypedFields {
  values(): AgendaForm;
  /** Shows the errors at the fields, and focuses the first one where the person asked to save. */
  check(isAsked: boolean): void;
  /** Removes the errors from the fields. */
  clear(): void;
}

interface AutosaveDeps {
  place: DraftPlace;
  itemId: string;
  writer: Pick<AgendaWriter, 'save'>;
  base: EditBase;
  fields: TypedFields;
  /** Called with the unsaved text; with undefined once it is saved. */
  onTyped(typed: TypedItem | undefined): void;
  newSession(): string;
  /** Returns the current position of the running recording; undefined where there is none. */
  momentNow(): Evidence | undefined;
  /** Text that an earlier visit left; its draft is continued. */
  left?: Pick<TypedItem, 'draftName' | 'moments'> | undefined;
}

/** Pause in typing after which the text is saved, in milliseconds. */
const pauseMs = 2_000;
/** Longest time that text typed without a pause waits to be saved, in milliseconds. */
const longestMs = 30_000;

export type AgendaAutosave = ReturnType<typeof createAgendaAutosave>;

/**
 * Saves an agenda item while it is typed: to the device with every key, and through the outbox after each pause, or
 * after half a minute without one.
 */
export function createAgendaAutosave({ place, itemId, writer, onTyped, newSession, ...deps }: AutosaveDeps) {
  const draftName = deps.left?.draftName ?? itemDrafts.newName(place, itemId);
  const shown = createStore<{ phase: SavePhase; error?: unknown }>(() => ({ phase: 'saved' }));
  const view = shown.getState;
  const find = (agenda: readonly AgendaItem[] | null | undefined) => agenda?.find(({ id }) => id === itemId);
  let { base, fields } = deps;
  /** The item when its form began: a decision that was emptied for a while comes back with what is not in the form. */
  let opened = find(base.agenda);
  let session = newSession();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time since which text waits to be saved, by `performance.now()`; undefined while none waits. */
  let waitsSince: number | undefined;
  let isOnDevice = true;
  let turn: Promise<boolean> = Promise.resolve(true);
  let moments = deps.left?.moments ?? {};
  /** The item while it is being written to the outbox. */
  let itemBeingSaved: AgendaItem | undefined;
  /** Returns a copy of the form's values: the form's own object changes as somebody types. */
  const values = () => structuredClone(fields.values());
  /** Form values for which the moments were noted last. */
  let looked = values();

  function show(phase: SavePhase, error?: unknown): void {
    if (view().phase !== phase || view().error !== error) shown.setState({ phase, error });
  }

  /** Adds the moments of writing to the item, where it is this one. */
  function timed(item: AgendaItem): AgendaItem {
    return item.id === itemId ? withMoments(item, moments, isOfDeleted) : item;
  }

  function isTitled(): boolean {
    return find(base.agenda) !== undefined;
  }

  async function write(isAsked: boolean, typed = values()): Promise<boolean> {
    clearTimeout(timer);
    waitsSince = undefined;
    if (view().phase === 'saved' && !isAsked) return true;
    const parsed = agendaForm.safeParse(typed);
    if (!parsed.success) {
      // A person may fill a new question in any order: a missing title is not an error yet.
      const isUntitled = !isAsked && !isTitled() && typed.title.trim() === '';
      if (!isUntitled) fields.check(isAsked);
      show(isUntitled ? 'untitled' : 'invalid');
      return false;
    }
    fields.clear();
    // The person has to resolve the conflict first; text typed meanwhile is part of that choice.
    if (queuedConflictOfItem(itemId)) return view().phase === 'saved';
    const agenda = withItem(base.agenda ?? [], itemId, parsed.data, opened).map(timed);
    itemBeingSaved = find(agenda);
    try {
      await writer.save({ base, change: { agenda }, itemId, people: parsed.data.speaker }, session);
    } catch (error) {
      show('failed', error);
      return false;
    } finally {
      itemBeingSaved = undefined;
    }
    base = { ...base, agenda };
    // Text typed during the save is based on what was saved.
    const now = values();
    if (JSON.stringify(now) === JSON.stringify(typed)) markSaved();
    else keepDraft(now);
    return view().phase === 'saved' || (isAsked && write(true));
  }

  function schedule(): void {
    clearTimeout(timer);
    const now = performance.now();
    waitsSince ??= now;
    timer = setTimeout(() => void save(false), Math.min(pauseMs, waitsSince + longestMs - now));
  }

  function markSaved(): void {
    clearTimeout(timer);
    itemDrafts.remove(draftName);
    onTyped(undefined);
    show('saved');
  }

  function keepDraft(form: AgendaForm): void {
    const item = find(base.agenda) ?? null;
    const version = base.version ?? null;
    const savedAt = new Date().toISOString();
    isOnDevice = itemDrafts.write(draftName, {
      itemId,
      savedAt,
      base: { item, version },
      leaving: itemBeingSaved,
      form,
      moments,
    });
    onTyped({ itemId, base, form, moments });
    show('typed');
    schedule();
  }

  return {
    draftName,
    subscribe: shown.subscribe,
    view,
    /** Whether the typed text would survive a crash. */
    isOnDevice: () => isOnDevice,
    /** Edit base whose agenda has the item as last saved. */
    base: () => base,

    /** Connects another form with the same text: a change of the layout mounts the form again. */
    moveTo(form: TypedFields): void {
      fields = form;
    },

    /** Called with the form values after typing. */
    touch(form: AgendaForm): void {
      const now = deps.momentNow();
      if (now) moments = noteMoments(moments, looked, form, now);
      looked = form;
      keepDraft(form);
    },

    /** Sets the moment at which the item begins, regardless of moments noted before, and saves it. */
    begin(at: Evidence): void {
      moments = { ...moments, begin: at };
      keepDraft(values());
      void save(false);
    },
    timed,

    /**
     * Saves the typed text to the outbox; resolves with whether all of it is there. `isAsked`: the person asked to
     * save.
     */
    save,

    /** Saves what was held back by a conflict. */
    goOn(): void {
      if (view().phase === 'typed') schedule();
    },

    /** Makes this version of the item the saved one and drops what was typed. */
    restart(agenda: AgendaItem[], version: EditBase['version']): void {
      base = { ...base, agenda, version };
      opened = find(agenda);
      session = newSession();
      moments = {};
      looked = values();
      markSaved();
    },
    /** Starts a new undo step: the text before it is saved without what follows. */
    split(): void {
      const typed = values();
      turn = turn.then(async () => {
        const isSaved = await write(false, typed);
        session = newSession();
        return isSaved;
      });
    },
    /** Discards the unsaved text. */
    forget: markSaved,
  };

  function save(isAsked: boolean): Promise<boolean> {
    turn = turn.then(() => write(isAsked));
    return turn;
  }
}

/** Returns the queued edit of an item whose conflict the person has to resolve. */
export function queuedConflictOfItem(
  itemId: string,
  rows: readonly OutboxRow[] = outbox.list(),
): OutboxRow | undefined {
  return rows.find((row) => row.state === 'conflict' && variablesOf(updateProtocol, row)?.itemId === itemId);
}

const voteCount = z.string();
const isFields = (value: unknown) => typeof value === 'object' && value !== null;

/** Draft of an agenda item: its unsaved text as stored on the device. */
const draft = z.object({
  itemId: z.string(),
  savedAt: z.string(),
  /** The item when the form began or last saved it; null for one that is being added. */
  base: z.object({ item: z.nullable(agendaItem), version: z.optional(z.nullable(z.int())) }),
  /** The item that was being saved when the draft was written: only the outbox knows whether it arrived there. */
  leaving: z.optional(agendaItem),
  form: z.object({
    title: z.string(),
    speaker: z.array(chosenPerson),
    listened: z.string(),
    discussion: z.string(),
    formats: z.optional(passageFormats),
    decisions: z.array(z.object({ id: z.string(), text: z.string(), level: z.optional(z.number()) })),
    votes: z.object({ for: voteCount, against: voteCount, abstained: voteCount }),
    // Not validated here: the form refuses invalid votes.
    decisionVotes: z.optional(z.record(z.string(), z.custom<Votes>(isFields))),
  }),
  // An unreadable moment is dropped, so that the text typed at it is not lost.
  moments: z.catch(z.optional(z.record(z.string(), z.optional(evidence))), undefined),
});

export const itemDrafts = deviceDrafts({ kind: 'question-text', formerKind: 'question-draft' }, draft);
