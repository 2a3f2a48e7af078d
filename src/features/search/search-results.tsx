import type { LucideIcon } from 'lucide-react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import FileText from 'lucide-react/icons/file-text';
import Gavel from 'lucide-react/icons/gavel';
import History from 'lucide-react/icons/history';
import Play from 'lucide-react/icons/play';
import UserRound from 'lucide-react/icons/user-round';
import type { SearchKind } from '#contract/search/search.ts';
import { unsentStates } from '#src/data/queued/index.ts';
import { countedHits, type FoundHit, foundPlace, kindTitles } from '#src/data/search/index.ts';
import { formatDeadline } from '#src/data/task/index.ts';
import { offlineTitles } from '#src/features/connection/index.ts';
import { counted, formatDay, formatMoment, formatTimecode } from '#src/format/index.ts';
import type { MutationState } from '#src/sync/index.ts';
import { Badge, Button, CloudOffIcon, classNames, Icon, MarkedText, Skeleton } from '#src/ui/index.ts';
import styles from './search.module.css';
import type { Choice, SearchState } from './use-search.ts';

interface SearchResultsProps {
  id: string;
  typed: string;
  isShort: boolean;
  /** Whether the person's role finds only people. */
  isPeopleOnly: boolean;
  /** What is searched, in the words of a sentence. */
  words: string;
  state: SearchState;
  /** Whether the answer to the current text is still on its way. */
  isLate: boolean;
  choices: readonly Choice[];
  active: number;
  idOf: (index: number) => string;
  onActive: (index: number) => void;
  onChoose: (choice: Choice) => void;
  onForget: () => void;
}

const skeletonRows = ['64%', '48%', '72%', '56%', '40%'];

/** Hits in groups, recent searches, or a hint. */
export function SearchResults(props: SearchResultsProps) {
  const { id, typed, isShort, isPeopleOnly, words, state, isLate, choices, onForget } = props;
  const isRecent = choices[0]?.kind === 'recent';
  const isFound = state.kind === 'found';
  const isEmpty = typed !== '' && !isLate && isFound && choices.length === 0;
  return (
    <>
      {isFound && typed !== '' ? <DeviceNote state={state} /> : null}
      {isFound && state.search !== typed && !isLate && choices.length > 0 && !isRecent ? (
        <p className={styles.note}>
          Показано по слову «<bdi>{state.search}</bdi>»: похоже, была включена латинская раскладка.
        </p>
      ) : null}
      <div className={classNames(styles.results, isLate && isFound && styles.late)} aria-busy={isLate && typed !== ''}>
        <div id={id} role="listbox" aria-label={isRecent ? 'Недавние запросы' : 'Найдено'}>
          {isRecent ? (
            <Group {...props} title="Недавние запросы" from={0} to={choices.length} />
          ) : (
            <Groups {...props} />
          )}
        </div>
        {isRecent ? (
          <div className={styles.foot}>
            <Button variant="quiet" size="small" onClick={onForget}>
              Забыть недавние запросы
            </Button>
          </div>
        ) : null}
        {typed !== '' && state.kind === 'searching' ? (
          <div className={styles.skeleton} aria-hidden>
            {skeletonRows.map((width) => (
              <div key={width}>
                <Skeleton width={width} height={16} />
                <Skeleton width="80%" height={12} />
              </div>
            ))}
          </div>
        ) : null}
        {typed === '' && !isRecent ? (
          <p className={styles.words}>
            {isPeopleOnly
              ? 'Ищет людей по имени, должности, организации и e-mail. Достаточно начала слова.'
              : `Ищет по ${words}. Форма слова не важна: «смета» найдёт и «смету».`}
          </p>
        ) : null}
        {isShort ? <p className={styles.words}>Введите хотя бы две буквы.</p> : null}
        {typed !== '' && !isShort && state.kind === 'none' && !isLate ? (
          <p className={styles.words}>{isPeopleOnly ? 'Введите имя или его начало.' : 'Введите слово или номер.'}</p>
        ) : null}
        {isEmpty ? (
          <p className={styles.words}>
            Ничего не нашлось по «<bdi>{typed}</bdi>». Попробуйте другое слово или его начало.
          </p>
        ) : null}
      </div>
      <p role="status" className="visually-hidden">
        {isEmpty ? 'Ничего не нашлось' : isFound && !isLate && !isRecent && typed !== '' ? foundWords(choices) : ''}
      </p>
    </>
  );
}

const deviceReasons = {
  network: 'Нет связи',
  server: offlineTitles.server,
  bare: 'Этот сервер не ищет по всему',
  refused: 'Сервер отклонил запрос',
};

/** Note that only the device was searched, and why. */
function DeviceNote({ state }: { state: Extract<SearchState, { kind: 'found' }> }) {
  const { device } = state;
  if (!device) return null;
  return (
    <p className={styles.note}>
      <CloudOffIcon size={16} /> {deviceReasons[device]}: найдено на устройстве. Здесь только то, что вы на нём
      открывали или ещё не отправили.
    </p>
  );
}

function foundWords(choices: readonly Choice[]): string {
  const hits = choices.filter(({ kind }) => kind === 'hit').length;
  return `Показано: ${counted(hits, 'результат', 'результата', 'результатов')}`;
}

function Groups(props: SearchResultsProps) {
  const { choices } = props;
  const starts = choices.flatMap((choice, index) => {
    const before = choices[index - 1];
    return choice.kind !== 'recent' && (before?.kind === 'recent' ? undefined : before?.group) !== choice.group
      ? [index]
      : [];
  });
  return starts.map((from, place) => {
    const choice = choices[from];
    if (!choice || choice.kind === 'recent') return null;
    const { group } = choice;
    const title = kindTitles[group.kind as SearchKind] ?? group.kind;
    const to = starts[place + 1] ?? choices.length;
    return <Group key={group.kind} {...props} title={title} count={countedHits(group)} from={from} to={to} />;
  });
}

interface GroupProps extends SearchResultsProps {
  title: string;
  count?: string;
  from: number;
  to: number;
}

function Group({ title, count, from, to, ...props }: GroupProps) {
  const { choices, active, idOf, onActive, onChoose } = props;
  const heading = `${props.id}-${from}-group`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which no fieldset is
    <div role="group" aria-labelledby={heading} className={styles.group}>
      <div id={heading} className={styles.heading}>
        {title} {count ? <span className={styles.count}>{count}</span> : null}
      </div>
      {choices.slice(from, to).map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={keyOf(choice)}
          id={idOf(from + index)}
          role="option"
          aria-selected={from + index === active}
          className={styles.option}
          onPointerMove={() => onActive(from + index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <ChoiceRow choice={choice} />
        </div>
      ))}
    </div>
  );
}

function keyOf(choice: Choice): string {
  if (choice.kind === 'recent') return choice.words;
  if (choice.kind !== 'hit') return choice.kind;
  return `${choice.hit.protocol_id ?? ''} ${choice.hit.id}`;
}

const icons: Record<SearchKind, LucideIcon> = {
  protocol: FileText,
  decision: Gavel,
  task: CircleCheckBig,
  meeting: CalendarDays,
  person: UserRound,
  transcript: Play,
};

function ChoiceRow({ choice }: { choice: Choice }) {
  if (choice.kind === 'recent')
    return (
      <>
        <Icon of={History} size={18} />
        <bdi className={styles.title}>{choice.words}</bdi>
      </>
    );
  if (choice.kind !== 'hit')
    return (
      <>
        <Icon of={choice.kind === 'all' ? ArrowRight : ArrowDown} size={18} />
        <span className={styles.title}>{choice.kind === 'all' ? 'Показать все' : 'Показать ещё'}</span>
      </>
    );
  const { group, hit } = choice;
  const kind = group.kind as SearchKind;
  const { found } = hit;
  return (
    <>
      <Icon of={icons[kind] ?? FileText} size={18} />
      <span className={styles.hit}>
        <span className={styles.line}>
          <span className={styles.title}>
            <MarkedText text={hit.title || 'Без названия'} marks={hit.title ? hit.marks : []} />
          </span>
          <span className={styles.detail}>{detailOf(kind, hit)}</span>
          <UnsentState state={hit.unsent?.state} />
        </span>
        {found ? (
          <span className={styles.snippet}>
            <span className={styles.place}>{placeOf(hit, kind === 'transcript' ? hit.detail : '')}</span>{' '}
            <MarkedText text={found.text} marks={found.marks} />
          </span>
        ) : null}
      </span>
    </>
  );
}

/** State of an unsent hit. Unlike in lists it is not a button to the queue: an option cannot contain one. */
function UnsentState({ state }: { state: MutationState | undefined }) {
  if (state === undefined || state === 'sent') return null;
  const { words, tone } = unsentStates[state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** Returns what distinguishes a hit from others of the same name: number and day, assignee and deadline, position. */
function detailOf(kind: SearchKind, { date, detail }: FoundHit): string {
  const parts: Record<SearchKind, (string | null | undefined)[]> = {
    protocol: [detail && `№\u00A0${detail}`, formatDay(date)],
    decision: [formatDay(date)],
    task: [detail, date && `до\u00A0${formatDeadline(date)}`],
    meeting: [formatMoment(date), detail],
    person: [detail],
    transcript: [formatDay(date)],
  };
  return (parts[kind] ?? [detail]).filter(Boolean).join(' · ');
}

/** Returns where the words were found: «Решили, вопрос 2:», «12:31, Петрова:». */
function placeOf({ found, at }: FoundHit, speaker: string | null | undefined): string {
  if (!found) return '';
  if (found.in === 'spoken') return `${[at == null ? '' : formatTimecode(at), speaker].filter(Boolean).join(', ')}:`;
  return foundPlace(found);
}
