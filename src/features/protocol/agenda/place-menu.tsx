import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { namedAmong } from '#contract/member.ts';
import { personName } from '#src/data/person/index.ts';
import { usePeopleSearch } from '#src/features/people/index.ts';
import { shortName } from '#src/format/index.ts';
import { classNames, floatingStyles } from '#src/ui/index.ts';
import type { PlaceName } from '../editing/places.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { writtenField } from '../editing/written-field.ts';
import { openVotes, votesBeside } from './decision-votes.tsx';
import styles from './place-menu.module.css';
import { addable } from './writing-bar.tsx';

/**
 * What was typed that asks for a choice: `/` at an empty place for a part of the question, behind the text of a decision for
 * its votes, `@` for a person.
 */
interface Asked {
  field: HTMLElement;
  what: 'part' | 'votes' | 'person';
  /** Behind the sign, up to the caret. */
  typed: string;
}

interface Choice {
  id: string;
  title: string;
  choose: () => void;
}

const listNames = { part: 'Добавить в вопрос', votes: 'Добавить к решению', person: 'Люди' };
const mostPeople = 8;

let nameInPlace: typeof import('./name-in-place.ts').nameInPlace | undefined;

/** The rules of Russian names come with the first `@`; without them a name stands as it is. */
async function loadNames(): Promise<void> {
  nameInPlace ??= await import('./name-in-place.ts').then(
    (names) => names.nameInPlace,
    () => undefined,
  );
}

interface PlaceMenuProps {
  /** Holds the places that it hears. */
  question: RefObject<HTMLElement | null>;
  /** The parts that are there already. */
  places: ReadonlySet<PlaceName>;
  onPlace: (place: PlaceName) => void;
}

/** A list below a place that opens while somebody types in it; the focus stays in the text. */
export function PlaceMenu({ question, places, onPlace }: PlaceMenuProps) {
  const [asked, setAsked] = useState<Asked>();
  const [active, setActive] = useState(0);
  const id = useId();
  const people = usePeople(asked?.what === 'person' ? asked.typed : undefined);
  const choices = asked ? choicesOf(asked, { people, places, onPlace }) : [];
  const chosen = choices[Math.min(active, choices.length - 1)];
  const option = chosen && `${id}-${chosen.id}`;

  const onInput = useEffectEvent(({ target }: Event) => {
    const found = target instanceof HTMLElement ? askedIn(target) : undefined;
    if (!found && !asked) return;
    if (found?.what === 'person') void loadNames();
    setActive(0);
    setAsked(found);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!asked || event.isComposing) return;
    const { key } = event;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isChoosing = (key === 'Enter' || key === 'Tab') && chosen && !event.ctrlKey && !event.metaKey;
    if (key === 'Escape' || isChoosing || (by && chosen)) {
      event.preventDefault();
      event.stopPropagation();
      if (by) return setActive((active + by + choices.length) % choices.length);
      setAsked(undefined);
      if (isChoosing) chosen.choose();
    }
  });
  useEffect(() => {
    const element = question.current;
    const over = new AbortController();
    const { signal } = over;
    element?.addEventListener('input', (event) => onInput(event), { signal });
    // On the way down: while the list is open its keys are not those of the text.
    element?.addEventListener('keydown', (event) => onKeyDown(event), { signal, capture: true });
    element?.addEventListener('focusout', () => setAsked(undefined), { signal });
    return () => over.abort();
  }, [question]);
  const field = asked?.field;
  // Tells whoever does not see the list that it is there, and which of its options is chosen.
  useEffect(() => {
    if (!field || !option) return;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', option);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [field, option, id]);
  // Measured as the list opens, and again where it grows: with each letter that would lay out the page.
  const placed = useRef<{ field: HTMLElement; count: number; style: CSSProperties }>(undefined);
  if (!asked || choices.length === 0) {
    placed.current = undefined;
    return null;
  }
  if (placed.current?.field !== asked.field || placed.current.count < choices.length)
    placed.current = { field: asked.field, count: choices.length, style: placeBy(asked.field, choices.length) };
  return (
    <div
      id={id}
      role="listbox"
      aria-label={listNames[asked.what]}
      className={classNames(floatingStyles.popover, styles.list)}
      style={placed.current.style}
    >
      {choices.map((choice) => (
        // The keys are those of the text, which keeps the focus.
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
            setAsked(undefined);
            choice.choose();
          }}
        >
          <bdi>{choice.title}</bdi>
        </div>
      ))}
    </div>
  );
}

/** In pixels: an option, the gap to the field, and what the bar takes at the foot of the window. */
const [optionHeight, gap, barHeight] = [40, 6, 130];

/** Below its field; above it where the list would lie behind the bar. */
function placeBy(field: HTMLElement, count: number): CSSProperties {
  const { top, bottom } = field.getBoundingClientRect();
  const height = count * optionHeight + 2 * gap;
  const left = field.offsetLeft;
  const isAbove = bottom + height > window.innerHeight - barHeight && top > height;
  if (isAbove) return { left, top: field.offsetTop - gap, translate: '0 -100%' };
  return { left, top: field.offsetTop + field.offsetHeight + gap };
}

/** «/г» behind a text and the space that was typed for it. */
const behindText = /\s+\/(\p{L}*)$/u;

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

interface Offered {
  people: { id: string; name: string }[];
  places: ReadonlySet<PlaceName>;
  onPlace: (place: PlaceName) => void;
}

function choicesOf({ field, what, typed }: Asked, { people, places, onPlace }: Offered): Choice[] {
  if (what === 'person') {
    return people.map(({ id, name }) => ({
      id,
      title: name,
      choose: () => void typeName(field, name),
    }));
  }
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

/** A name in the case of its place, for what was typed behind the sign by then. */
async function typeName(field: HTMLElement, name: string): Promise<void> {
  await loadNames();
  const written = writtenField(field);
  const asked = askedIn(field);
  if (!written || asked?.what !== 'person') return;
  const replaced = asked.typed.length + 1;
  const before = written.textBefore().slice(0, -replaced);
  written.type(nameInPlace?.(name, before) ?? shortName(name), replaced);
}

/** Who may be meant: the members of the protocol first, then whoever else is known. */
function usePeople(typed: string | undefined): Offered['people'] {
  const members = useScreenProtocol()?.members ?? [];
  const search = usePeopleSearch(typed ?? '', typed !== undefined);
  if (typed === undefined) return [];
  const named = namedAmong(members);
  const begins = ({ name }: { name: string }) =>
    name.split(/\s+/).some((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
  const own = new Set(named.map((each) => each.id));
  const others = search.people
    .filter((person) => !own.has(person.id))
    .map((each) => ({ id: each.id, name: personName(each) }));
  return [...named.filter(begins), ...others.filter(begins)].slice(0, mostPeople);
}
