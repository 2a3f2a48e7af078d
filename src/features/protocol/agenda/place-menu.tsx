import { type CSSProperties, memo, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { namedAmong } from '#contract/bodies/member.ts';
import { personName } from '#src/data/person/index.ts';
import { usePeopleSearch } from '#src/features/people/index.ts';
import { shortName } from '#src/format/index.ts';
import { classNames, floatingStyles } from '#src/ui/index.ts';
import type { PlaceName } from '../editing/places.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { writtenField } from '../editing/written-field.ts';
import { openVotes, votesBeside } from './decision-votes.tsx';
import styles from './question-fields.module.css';
import { addable } from './writing-bar.tsx';

/**
 * What the typed text requests: `/` in an empty field a part of the agenda item, `/` after the text of a decision its
 * votes, `@` a person.
 */
interface Asked {
  field: HTMLElement;
  what: 'part' | 'votes' | 'person';
  /** Text between the sign and the caret. */
  typed: string;
}

interface Choice {
  id: string;
  title: string;
  choose: () => void;
}

const listNames = { part: 'Добавить в вопрос', votes: 'Добавить к решению', person: 'Люди' };
const maxPeople = 8;

let nameInPlace: typeof import('./name-in-place.ts').nameInPlace | undefined;

/** Loads the rules of Russian names with the first `@`; where that fails, names are inserted undeclined. */
async function loadNames(): Promise<void> {
  nameInPlace ??= await import('./name-in-place.ts').then(
    (names) => names.nameInPlace,
    () => undefined,
  );
}

interface PlaceMenuProps {
  /** Element that contains the fields to listen to. */
  question: RefObject<HTMLElement | null>;
  /** Parts that the item already shows. */
  places: ReadonlySet<PlaceName>;
  onPlace: (place: PlaceName) => void;
}

/** Listbox below a field that opens while somebody types there; the focus stays in the text. */
export const PlaceMenu = memo(function PlaceMenu({ question, places, onPlace }: PlaceMenuProps) {
  const [asked, setAsked] = useState<Asked>();
  const onInput = useEffectEvent(({ target }: Event) => {
    const found = target instanceof HTMLElement ? askedIn(target) : undefined;
    if (!found && !asked) return;
    if (found?.what === 'person') void loadNames();
    setAsked(found);
  });
  useEffect(() => {
    const element = question.current;
    const over = new AbortController();
    const { signal } = over;
    element?.addEventListener('input', (event) => onInput(event), { signal });
    element?.addEventListener('focusout', () => setAsked(undefined), { signal });
    return () => over.abort();
  }, [question]);
  if (!asked) return null;
  const shared = { question, asked, onClose: () => setAsked(undefined) };
  return asked.what === 'person' ? (
    <PersonList {...shared} />
  ) : (
    <ChoiceList {...shared} choices={placeChoices(asked, { places, onPlace })} />
  );
});

interface ListProps {
  question: PlaceMenuProps['question'];
  asked: Asked;
  onClose: () => void;
}

/** Apart from the other choices, so that only an `@` looks for people. */
function PersonList(props: ListProps) {
  const { field, typed } = props.asked;
  const choices = usePeople(typed).map(
    ({ id, name }): Choice => ({ id, title: name, choose: () => void typeName(field, name) }),
  );
  return <ChoiceList {...props} choices={choices} />;
}

function ChoiceList({ question, asked, choices, onClose }: ListProps & { choices: readonly Choice[] }) {
  const id = useId();
  /** The active option, for this typed text alone. */
  const [{ of, at }, setActive] = useState({ of: asked, at: 0 });
  const active = of === asked ? at : 0;
  const chosen = choices[Math.min(active, choices.length - 1)];
  const option = chosen && `${id}-${chosen.id}`;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key } = event;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isChoosing = (key === 'Enter' || key === 'Tab') && chosen && !event.ctrlKey && !event.metaKey;
    if (key === 'Escape' || isChoosing || (by && chosen)) {
      event.preventDefault();
      event.stopPropagation();
      if (by) return setActive({ of: asked, at: (active + by + choices.length) % choices.length });
      onClose();
      if (isChoosing) chosen.choose();
    }
  });
  useEffect(() => {
    const over = new AbortController();
    // In the capture phase: while the list is open it takes the keys before the text does.
    const heard = { signal: over.signal, capture: true };
    question.current?.addEventListener('keydown', (event) => onKeyDown(event), heard);
    return () => over.abort();
  }, [question]);
  const { field } = asked;
  // Tells screen readers that the list is open and which option is active.
  useEffect(() => {
    if (!option) return;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', option);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [field, option, id]);
  // Measured when the list opens and when it grows: measuring after each letter would force a layout of the page.
  const placed = useRef<{ field: HTMLElement; count: number; style: CSSProperties }>(undefined);
  if (choices.length === 0) {
    placed.current = undefined;
    return null;
  }
  if (placed.current?.field !== field || placed.current.count < choices.length)
    placed.current = { field, count: choices.length, style: placeBy(field, choices.length) };
  return (
    <div
      id={id}
      role="listbox"
      aria-label={listNames[asked.what]}
      className={classNames(floatingStyles.popover, styles.list)}
      style={placed.current.style}
    >
      {choices.map((choice) => (
        // The keys are handled by the text field, which keeps the focus.
        <div
          key={choice.id}
          id={`${id}-${choice.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice === chosen}
          data-focused={choice === chosen ? '' : undefined}
          className={floatingStyles.item}
          onPointerDown={(event) => event.preventDefault()}
          onPointerUp={() => {
            onClose();
            choice.choose();
          }}
        >
          <bdi>{choice.title}</bdi>
        </div>
      ))}
    </div>
  );
}

/** In pixels: height of an option, gap to the field, and height of the bar at the foot of the window. */
const [optionHeight, gap, barHeight] = [40, 6, 130];

/** Returns the position of the list: below its field, or above it where the bar would cover the list. */
function placeBy(field: HTMLElement, count: number): CSSProperties {
  const { top, bottom } = field.getBoundingClientRect();
  const height = count * optionHeight + 2 * gap;
  const left = field.offsetLeft;
  const isAbove = bottom + height > window.innerHeight - barHeight && top > height;
  if (isAbove) return { left, top: field.offsetTop - gap, translate: '0 -100%' };
  return { left, top: field.offsetTop + field.offsetHeight + gap };
}

/** «/г» after a text, with the space before it: all of it, so that many spaces are looked at only once. */
const behindText = /(?<!\s)\s+\/(\p{L}*)$/u;

function askedIn(field: HTMLElement): Asked | undefined {
  const written = writtenField(field);
  if (!written) return undefined;
  const text = written.text();
  const before = written.textBefore();
  const part = /^\/(\p{L}{0,20})$/u.exec(text.slice(0, 22));
  if (part) return { field, what: 'part', typed: part[1] ?? '' };
  const votes = field.dataset.place === 'decision' && text.endsWith(before) ? behindText.exec(before) : null;
  if (votes) return { field, what: 'votes', typed: votes[1] ?? '' };
  const person = /(?:^|[\s(«"—–-])@([\p{L}-]*)$/u.exec(before.slice(-60));
  return person ? { field, what: 'person', typed: person[1] ?? '' } : undefined;
}

function placeChoices(
  { field, what, typed }: Asked,
  { places, onPlace }: Pick<PlaceMenuProps, 'places' | 'onPlace'>,
): Choice[] {
  const isDecision = field.dataset.place === 'decision';
  const votes = isDecision ? votesBeside(field) : undefined;
  const isOffered = (place: PlaceName) => {
    if (place === 'votes' && votes) return true;
    return what === 'part' && (place === 'decision' || !places.has(place));
  };
  return addable
    .filter(({ place, title }) => isOffered(place) && title.toLowerCase().startsWith(typed.toLowerCase()))
    .map(({ place, title }) => ({
      id: place,
      title,
      choose: () => {
        const written = writtenField(field);
        const text = written?.text() ?? '';
        written?.type('', what === 'votes' ? text.length - text.search(behindText) : typed.length + 1);
        if (place === 'votes' && votes) openVotes(votes);
        else if (place !== 'decision' || !isDecision) onPlace(place);
      },
    }));
}

/** Replaces the sign and what was typed after it with the name, in the case that its place requires. */
async function typeName(field: HTMLElement, name: string): Promise<void> {
  await loadNames();
  const written = writtenField(field);
  const asked = askedIn(field);
  if (!written || asked?.what !== 'person') return;
  const replaced = asked.typed.length + 1;
  const before = written.textBefore().slice(0, -replaced);
  written.type(nameInPlace?.(name, before) ?? shortName(name), replaced);
}

/** Returns the people to offer: members of the protocol first, then other known people. */
function usePeople(typed: string): { id: string; name: string }[] {
  const members = useScreenProtocol()?.members ?? [];
  const search = usePeopleSearch(typed, true);
  const named = namedAmong(members);
  const begins = ({ name }: { name: string }) =>
    name.split(/\s+/).some((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
  const own = new Set(named.map((each) => each.id));
  const others = search.people
    .filter((person) => !own.has(person.id))
    .map((each) => ({ id: each.id, name: personName(each) }));
  return [...named.filter(begins), ...others.filter(begins)].slice(0, maxPeople);
}
