import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { maybe, requiredText, text } from '#contract/common.ts';
import { blocksOf, formattedText, passages } from '#contract/protocols/formatted-text.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { countWords, type Votes, votesOf as votesSchema } from '#contract/protocols/votes.ts';
import { unreadName } from '#src/data/person/index.ts';
import type { NameOf } from './people.ts';
import { chosenPerson, nameOnly, speakerBody } from './protocol-form.ts';

const count = z.string().check(z.trim(), z.regex(/^\d{0,6}$/, 'Целое число'));

/** Formatting of the passages; it is valid only while its text equals the plain text. */
export const passageFormats = z.object({ listened: maybe(formattedText), discussion: maybe(formattedText) });

/** The form of one agenda item. */
export const agendaForm = z.object({
  title: requiredText(10_000),
  speaker: z.array(chosenPerson),
  listened: text(100_000),
  discussion: text(100_000),
  formats: z.optional(passageFormats),
  decisions: z
    .array(z.object({ id: z.string(), text: text(10_000), level: z.optional(z.number()) }))
    .check(z.maxLength(200)),
  votes: z.object({ for: count, against: count, abstained: count }),
  /** Votes by the ids of their decisions. Drafts of an earlier version have none. */
  decisionVotes: z.optional(z.record(z.string(), votesSchema(text, false))),
});
export type AgendaForm = z.infer<typeof agendaForm>;

export function agendaFormOf(item: AgendaItem | undefined, nameOf: NameOf): AgendaForm {
  const id = item?.speaker_id;
  const name = item?.speaker_name;
  const number = (value: number | null | undefined) => (typeof value === 'number' ? String(value) : '');
  return {
    title: item?.title ?? '',
    speaker: id ? [{ id, name: nameOf(id) ?? name ?? unreadName(id) }] : name ? [{ id: nameOnly, name }] : [],
    listened: item?.listened ?? '',
    discussion: item?.discussion ?? '',
    formats: { listened: item && blocksOf(item, 'listened'), discussion: item && blocksOf(item, 'discussion') },
    decisions: decisionsOf(item).map(({ id, text, level }) => ({
      id: id ?? uuidv7(),
      text,
      ...(level ? { level } : {}),
    })),
    votes: {
      for: number(item?.votes?.for),
      against: number(item?.votes?.against),
      abstained: number(item?.votes?.abstained),
    },
    ...decisionVotesOf(item),
  };
}

/** Whether nothing was typed into the form of an agenda item. */
export function isBlank({ title, speaker, listened, discussion, decisions, votes }: AgendaForm): boolean {
  const texts = [title, listened, discussion, ...decisions.map(({ text }) => text), ...Object.values(votes)];
  return speaker.length === 0 && texts.every((each) => each.trim() === '');
}

/**
 * Returns the item with the typed values; what the form does not show, evidence and unknown fields, stays. `former`
 * gives it for decisions that the item lacks.
 */
export function agendaItemOf(
  base: AgendaItem | undefined,
  form: AgendaForm,
  id: string,
  former?: AgendaItem,
): AgendaItem {
  const [speaker] = form.speaker;
  return {
    ...base,
    id: base?.id ?? id,
    title: form.title,
    listened: form.listened || null,
    discussion: form.discussion || null,
    ...formatsOf(base, form),
    // The stored name belongs to the speaker: it stays with the same speaker and is removed with another one.
    ...(isSameSpeaker(base, speaker)
      ? {}
      : { speaker_id: null, speaker_name: null, ...(speaker && speakerBody(speaker)) }),
    ...withVotes(decided(base, form, former), form),
    votes: votesOf(base, form),
  };
}

function decisionVotesOf(item: AgendaItem | undefined): Pick<AgendaForm, 'decisionVotes'> {
  const voted = (item?.decisions ?? []).flatMap(({ id, votes }) => (id && votes ? [[id, votes] as const] : []));
  return voted.length > 0 ? { decisionVotes: Object.fromEntries(voted) } : {};
}

/** Adds the votes of the form to the decisions; a draft without votes leaves the existing ones. */
function withVotes(change: Partial<AgendaItem>, { decisionVotes }: AgendaForm): Partial<AgendaItem> {
  if (!decisionVotes || !change.decisions) return change;
  const voted = change.decisions.map((decision): typeof decision => {
    const votes: Votes | undefined = decision.id ? decisionVotes[decision.id] : undefined;
    if (votes) return { ...decision, votes };
    return decision.votes ? { ...decision, votes: null } : decision;
  });
  return { ...change, decisions: voted };
}

/** Returns the agenda with the typed item in its place; an item that the agenda lacks is appended. */
export function withItem(
  items: readonly AgendaItem[],
  id: string,
  form: AgendaForm,
  former?: AgendaItem,
): AgendaItem[] {
  const base = items.find((each) => each.id === id);
  const item = agendaItemOf(base, form, id, former);
  return base ? items.map((each) => (each === base ? item : each)) : [...items, item];
}

/** Returns the agenda with an item as it was when its editing began; with `base` null the item is left out. */
export function withBase(items: readonly AgendaItem[], id: string, base: AgendaItem | null): AgendaItem[] {
  if (!base) return items.filter((each) => each.id !== id);
  return items.some((each) => each.id === id) ? items.map((each) => (each.id === id ? base : each)) : [...items, base];
}

function isSameSpeaker(base: AgendaItem | undefined, chosen: AgendaForm['speaker'][number] | undefined): boolean {
  const key = chosen?.id === nameOnly ? chosen.name : chosen?.id;
  return key === (base?.speaker_id || base?.speaker_name || undefined);
}

function decisionsOf(item: AgendaItem | undefined) {
  if (item?.decisions?.length) return item.decisions;
  return item?.decision?.trim() ? [{ id: undefined, text: item.decision, level: 0 }] : [];
}

function decided(base: AgendaItem | undefined, form: AgendaForm, former?: AgendaItem): Partial<AgendaItem> {
  // A decision with votes is kept, even while its text is empty.
  const kept = form.decisions.filter(({ id, text }) => text !== '' || countWords(form.decisionVotes?.[id]) !== '');
  // A provider without decision points gets its single text back.
  if (base?.decision?.trim() && !base.decisions?.length) return { decision: kept.map((each) => each.text).join('\n') };
  const before = new Map([former, base].flatMap((item) => item?.decisions ?? []).map((each) => [each.id, each]));
  return {
    decisions: kept.map(({ id, text, level = 0 }) => {
      const saved = before.get(id);
      return { ...saved, id, text, ...(level > 0 || saved?.level ? { level } : {}) };
    }),
  };
}

/** Returns formatting only where there is or was some, so that a provider of plain text alone is sent none. */
function formatsOf(base: AgendaItem | undefined, form: AgendaForm): Partial<AgendaItem> {
  const typed = { ...form, listened_blocks: form.formats?.listened, discussion_blocks: form.formats?.discussion };
  const changed = passages.flatMap((each) => {
    const blocks = blocksOf(typed, each) ?? null;
    return blocks || base?.[`${each}_blocks`] ? [[`${each}_blocks`, blocks] as const] : [];
  });
  return Object.fromEntries(changed);
}

function votesOf(base: AgendaItem | undefined, { votes }: AgendaForm): AgendaItem['votes'] {
  const value = (typed: string) => (typed === '' ? null : Number(typed));
  if (!votes.for && !votes.against && !votes.abstained) return null;
  return { ...base?.votes, for: value(votes.for), against: value(votes.against), abstained: value(votes.abstained) };
}
