import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useNavigate } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { mayFind } from '#contract/search/may-find.ts';
import { longestSearch } from '#contract/search/search.ts';
import { isSingleLetter } from '#contract/text/found-words.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { classNames, floatingStyles as floating, Icon, IconButton, useDebounced } from '#src/ui/index.ts';
import { closeSearch, leaveSearch, typedEarly } from './open-search.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import styles from './search.module.css';
import { SearchResults } from './search-results.tsx';
import { type Choice, choicesOf, useSearch } from './use-search.ts';

const typingPause = 180;

/** Dialog with one search field over everything; arrows move through the hits, Enter opens one, Escape closes. */
export function SearchPalette({ userId, role }: { userId: string; role: Role }) {
  return (
    <ModalOverlay
      className={classNames(floating.overlay, styles.overlay)}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeSearch();
      }}
    >
      <Modal className={classNames(floating.modal, styles.modal)}>
        <Dialog className={styles.dialog ?? ''} aria-label="Поиск">
          <Palette userId={userId} role={role} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Palette({ userId, role }: { userId: string; role: Role }) {
  const navigate = useNavigate();
  const { reading } = useOffers();
  const isPeopleOnly = !mayFind(role, 'protocol') || (role === 'manager' && reading === false);
  const [text, setText] = useState(typedEarly.take);
  const [hurried, setHurried] = useState<string>();
  const settled = useDebounced(text, typingPause);
  const asked = hurried === text ? text : settled;
  /** The search for which more than the first hits were requested. */
  const [whole, setWhole] = useState<string>();
  const { state, isStale } = useShown(useSearch(asked, whole === asked));
  const isLate = isStale || asked.trim() !== text.trim();
  const [recent, setRecent] = useState(() => recentSearches(userId));
  const choices =
    text.trim() === '' ? recent.map((words): Choice => ({ kind: 'recent', words })) : choicesOf(state, role);
  const [active, setActive] = useState(0);
  const at = Math.min(active, choices.length - 1);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef<string>(undefined);

  // Text typed while the code was loading is kept, with the cursor at its end.
  useLayoutEffect(() => {
    const typed = typedEarly.take();
    setText(typed);
    const { current: input } = field;
    if (input) input.value = typed;
    input?.setSelectionRange(typed.length, typed.length);
  }, []);

  const choose = (choice: Choice) => {
    if (choice.kind === 'recent') {
      setText(choice.words);
      setHurried(choice.words);
      setActive(0);
      field.current?.focus();
      return;
    }
    if (choice.kind === 'more') {
      // The next hit takes the place of this row and becomes the active one.
      setWhole(asked);
      field.current?.focus();
      return;
    }
    rememberSearch(userId, text.trim());
    leaveSearch();
    void navigate(choice.to);
  };
  const chooseAt = useEffectEvent((index: number) => {
    const choice = choices[index];
    if (choice) choose(choice);
  });

  // If Enter was pressed before the answer, the first hit opens once it is there, unless the text has changed
  // meanwhile.
  useEffect(() => {
    if (isLate || waiting.current === undefined) return;
    const isMeant = waiting.current === text;
    waiting.current = undefined;
    if (isMeant) chooseAt(0);
  }, [isLate, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells when the list is another
  useEffect(() => {
    document.getElementById(idOf(at))?.scrollIntoView?.({ block: 'nearest' });
  }, [at, state]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
      event.preventDefault();
      field.current?.select();
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && choices.length > 0) {
      event.preventDefault();
      setActive((at + by + choices.length) % choices.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isLate) return chooseAt(at);
    waiting.current = text;
    setHurried(text);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field, also beside it
    <div className={styles.palette} onKeyDown={press}>
      <div className={styles.top}>
        <Icon of={Search} size={20} />
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          role="combobox"
          aria-label={isPeopleOnly ? 'Поиск по людям' : `Поиск по ${searchedWords(role)}`}
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={choices.length > 0 ? idOf(at) : undefined}
          placeholder={isPeopleOnly ? 'Кого найти?' : 'Что найти?'}
          className={styles.field}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(0);
          }}
        />
        <IconButton icon={X} label="Закрыть поиск" onClick={closeSearch} />
      </div>
      <SearchResults
        id={list}
        typed={text.trim()}
        isShort={isSingleLetter(text)}
        isPeopleOnly={isPeopleOnly}
        words={searchedWords(role)}
        state={state}
        isLate={isLate}
        choices={choices}
        active={at}
        idOf={idOf}
        onActive={setActive}
        onChoose={choose}
        onForget={() => {
          forgetSearches(userId);
          setRecent([]);
          field.current?.focus();
        }}
      />
    </div>
  );
}

/** Returns what is searched, in the words of a sentence. */
function searchedWords(role: Role): string {
  return mayFind(role, 'meeting')
    ? 'протоколам, решениям, поручениям, встречам, людям и расшифровкам'
    : 'протоколам, решениям, поручениям, людям и расшифровкам';
}

type State = ReturnType<typeof useSearch>;

/** Returns the shown state: earlier hits stay while the next answer is on its way. */
function useShown(state: State): { state: State; isStale: boolean } {
  const found = useRef<State>(undefined);
  if (state.kind === 'found') found.current = state;
  if (state.kind === 'none') found.current = undefined;
  return state.kind === 'searching' && found.current
    ? { state: found.current, isStale: true }
    : { state, isStale: state.kind === 'searching' };
}
