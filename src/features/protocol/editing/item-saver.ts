import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { type Evidence, evidence } from '#contract/evidence.ts';
import { type AgendaItem, agendaItem } from '#contract/protocol.ts';
import type { Votes } from '#contract/votes.ts';
import { type EditBase, updateProtocol } from '#src/data/protocol/index.ts';
import { isOfDeleted } from '#src/data/recording/index.ts';
import { type OutboxRow, outbox, variablesOf } from '#src/sync/index.ts';
import { type AgendaForm, agendaForm, passageFormats, withItem } from './agenda-form.ts';
import type { AgendaWriter } from './agenda-writer.ts';
import { type DraftPlace, deviceDrafts } from './device-drafts.ts';
import { chosenPerson } from './protocol-form.ts';
import { noteMoments, type WrittenMoments, withMoments } from './written-moments.ts';

/** The unsaved text of the open question. */
export interface TypedItem {
  itemId: string;
  base: EditBase;
  form: AgendaForm;
  /** When in the recording it was typed. */
  moments?: WrittenMoments | undefined;
  /** When it was typed, where an earlier visit left it. */
  restoredAt?: string | undefined;
  /** The name of the draft in which it was left. */
  draftName?: string | undefined;
}

/** typed: not saved yet; untitled and invalid: cannot be saved as it is; failed: the device and the server would not. */
export type SavePhase = 'saved' | 'typed' | 'untitled' | 'invalid' | 'failed';

/** The form that a question is typed in. */
interface TypedFields {
  values(): AgendaForm;
  /** Shows at the fields what is wrong with them, and leads to the first where the person asked. */
  check(isAsked: boolean): void;
  /** Nothing is wrong with them any more. */
  clear(): void;
}

interface SaverDeps {
  place: DraftPlace;
  itemId: string;
  writer: Pick<AgendaWriter, 'save'>;
  base: EditBase;
  fields: TypedFields;
  /** Called with the unsaved text; with undefined once it is saved. */
  onTyped(typed: TypedItem | undefined): void;
  newSession(): string;
  /** Where the recording stands that is being made; undefined where none is. */
  momentNow(): Evidence | undefined;
  /** The text that an earlier visit left: it is written on in its draft. */
  left?: Pick<TypedItem, 'draftName' | 'moments'> | undefined;
}

/** A text is saved after a pause of so long. */
const pauseMs = 2_000;
/** A text that is typed without a pause is saved after so long. */
const longestMs = 30_000;

export type ItemSaver = ReturnType<typeof createItemSaver>;

/** Saves a question as it is typed: with every key to the device, after each pause, or half a minute without one, through the outbox. */
export function createItemSaver({ place, itemId, writer, onTyped, newSession, ...deps }: SaverDeps) {
  const draftName = deps.left?.draftName ?? itemDrafts.newName(place, itemId);
  const shown = createStore<{ phase: SavePhase; error?: unknown }>(() => ({ phase: 'saved' }));
  const view = shown.getState;
  let { base, fields } = deps;
  let session = newSession();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when something waits to be written. Milliseconds of the page. */
  let waitsSince: number | undefined;
  let isOnDevice = true;
  let turn: Promise<boolean> = Promise.resolve(true);
  let moments = deps.left?.moments ?? {};
  /** The question as it is being brought into the outbox. */
  let itemBeingSaved: AgendaItem | undefined;
  /** The form as it is now; what it hands out goes on changing as somebody types. */
  const values = () => structuredClone(fields.values());
  /** The form as it was last looked at for what is written. */
  let looked = values();

  function show(phase: SavePhase, error?: unknown): void {
    if (view().phase !== phase || view().error !== error) shown.setState({ phase, error });
  }

  /** The item with the moments at which it was written, where it is this one. */
  function timed(item: AgendaItem): AgendaItem {
    return item.id === itemId ? withMoments(item, moments, isOfDeleted) : item;
  }

  function isTitled(): boolean {
    return base.agenda?.some(({ id }) => id === itemId) ?? false;
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
    // The person chooses first: what is typed meanwhile is part of what they choose from.
    if (queuedConflictOfItem(itemId)) return view().phase === 'saved';
    const agenda = withItem(base.agenda ?? [], itemId, parsed.data).map(timed);
    itemBeingSaved = agenda.find(({ id }) => id === itemId);
    try {
      await writer.save({ base, change: { agenda }, itemId, people: parsed.data.speaker }, session);
    } catch (error) {
      show('failed', error);
      return false;
    } finally {
      itemBeingSaved = undefined;
    }
    base = { ...base, agenda };
    // Somebody types on while it is being kept: that is over what was kept.
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
    const item = base.agenda?.find(({ id }) => id === itemId) ?? null;
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
    /** The name of its draft. */
    draftName,
    subscribe: shown.subscribe,
    view,
    /** Whether what is typed would be there after a crash. */
    isOnDevice: () => isOnDevice,
    /** The agenda as the form agrees with it. */
    base: () => base,

    /** Another form has the same text from now on: when the layout changes it is mounted again. */
    moveTo(form: TypedFields): void {
      fields = form;
    },

    /** Something was typed. */
    touch(form: AgendaForm): void {
      const now = deps.momentNow();
      if (now) moments = noteMoments(moments, looked, form, now);
      looked = form;
      keepDraft(form);
    },

    /** The question begins at this moment of the recording, whatever was noted before. */
    begin(at: Evidence): void {
      moments = { ...moments, begin: at };
      keepDraft(values());
      void save(false);
    },
    timed,

    /** Brings what is typed into the outbox; resolves whether nothing of it is left outside. `isAsked`: by the person. */
    save,

    /** Saves what waited for the person's choice in a conflict. */
    goOn(): void {
      if (view().phase === 'typed') schedule();
    },

    /** The form shows this from now on, in place of what was typed. */
    restart(agenda: AgendaItem[], version: EditBase['version']): void {
      base = { ...base, agenda, version };
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

/** The write of a question that the person has to choose in. */
export function queuedConflictOfItem(
  itemId: string,
  rows: readonly OutboxRow[] = outbox.list(),
): OutboxRow | undefined {
  return rows.find((row) => row.state === 'conflict' && variablesOf(updateProtocol, row)?.itemId === itemId);
}

const voteCount = z.string();
const isFields = (value: unknown) => typeof value === 'object' && value !== null;

/** The drafts of questions: their unsaved text, as the device keeps it. */
const draft = z.object({
  itemId: z.string(),
  savedAt: z.string(),
  /** The question as the form began with it, or last saved it; null of one that is being added. */
  base: z.object({ item: z.nullable(agendaItem), version: z.optional(z.nullable(z.int())) }),
  /** The question as it was being saved right then: whether it got into the outbox, only the outbox knows. */
  leaving: z.optional(agendaItem),
  form: z.object({
    title: z.string(),
    speaker: z.array(chosenPerson),
    listened: z.string(),
    discussion: z.string(),
    formats: z.optional(passageFormats),
    decisions: z.array(z.object({ id: z.string(), text: z.string(), level: z.optional(z.number()) })),
    votes: z.object({ for: voteCount, against: voteCount, abstained: voteCount }),
    // Read as they were written: what is odd in them is refused with the form.
    decisionVotes: z.optional(z.record(z.string(), z.custom<Votes>(isFields))),
  }),
  // Rather a moment is lost than what was typed at it.
  moments: z.catch(z.optional(z.record(z.string(), z.optional(evidence))), undefined),
});

export const itemDrafts = deviceDrafts({ kind: 'question-text', formerKind: 'question-draft' }, draft);
