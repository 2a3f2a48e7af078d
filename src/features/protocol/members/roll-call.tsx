import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import {
  type Attendance,
  type AttendanceState,
  attendanceWords,
  isSameMark,
  stateOf,
} from '#contract/bodies/attendance.ts';
import type { Member } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { memberKey } from '#src/data/member/index.ts';
import { counted } from '#src/format/index.ts';
import { errorWords, type Optimistic } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { attendanceNote } from './attendance.ts';
import { mark } from './members.ts';
import { QuorumWords } from './quorum-bar.tsx';
import styles from './roll-call.module.css';
import { RollDetails } from './roll-details.tsx';
import { markedAs, rollOrder, stateKeys } from './roll-marks.ts';

interface RollCallProps {
  protocol: Protocol;
  members: readonly Optimistic<Member>[];
  nameOf: (member: Member) => string;
  onClose: () => void;
}

/** The roll call: one key marks a person and moves to the next; six fixed buttons do the same. */
export function RollCall({ protocol, members, nameOf, onClose }: RollCallProps) {
  const roll = rollOrder(members);
  /** Key and place of the person being called; the place is used when they are removed from the list meanwhile. */
  const [called, setCalled] = useState(() => ({ key: keyAt(roll, 0), place: 0 }));
  const [marked, setMarked] = useState<string>();
  const [failure, setFailure] = useState<string>();
  /** Marks replaced in this roll call, the latest last. */
  const before = useRef<{ key: string; attendance: Attendance | null }[]>([]);
  /** Last mark made here for each person, and the mark that was shown at that moment. */
  const made = useRef(new Map<string, { shown: Attendance | null; attendance: Attendance | null }>());
  const list = useRef<HTMLDivElement>(null);
  const found = roll.findIndex((each) => memberKey(each) === called.key);
  const index = found >= 0 ? found : Math.min(called.place, roll.length - 1);
  const member = roll[index];
  const unmarked = roll.filter((each) => stateOf(each) === undefined).length;
  const last = roll.find((each) => memberKey(each) === marked);
  const detailed = [member, last].find((each) => each && hasDetails(each));

  const call = (place: number) => setCalled({ key: keyAt(roll, place), place });
  const leadTo = (to: number) => {
    const next = Math.max(0, Math.min(to, roll.length - 1));
    call(next);
    const option = list.current?.children[next];
    if (option instanceof HTMLElement && list.current?.contains(document.activeElement)) option.focus();
    option?.scrollIntoView?.({ block: 'nearest' });
  };
  const keep = (whom: Optimistic<Member>, attendance: Attendance | null) => {
    setFailure(undefined);
    // A key may be pressed before the previous mark is shown.
    const shown = whom.attendance ?? null;
    const last = made.current.get(memberKey(whom));
    const seen = last && isSameMark(last.shown, shown) ? last.attendance : shown;
    made.current.set(memberKey(whom), { shown, attendance });
    mark(protocol.id, whom, nameOf(whom), { attendance, before: seen }).catch((error: unknown) =>
      setFailure(`${nameOf(whom)}: не отмечено. ${errorWords(error).words}`),
    );
  };
  const press = (state: AttendanceState) => {
    if (!member) return;
    // An absence without a mark is restored as a mark: a removed mark would leave the person present.
    const implied = stateOf(member) === 'absent' ? ({ state: 'absent' } as const) : null;
    before.current.push({ key: memberKey(member), attendance: member.attendance ?? implied });
    setMarked(memberKey(member));
    keep(member, markedAs(state, member.attendance, protocol));
    leadTo(index + 1);
  };
  const undo = () => {
    const step = before.current.pop();
    const at = roll.findIndex((each) => memberKey(each) === step?.key);
    const whom = roll[at];
    if (!step || !whom) return;
    keep(whom, step.attendance);
    leadTo(at);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const { key, code, altKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const state = stateKeys.find((each) => each.code === code)?.state;
    const step = steps(index, roll.length)[key];
    const work = () => {
      if (control) return code === 'KeyZ' ? undo() : undefined;
      if (state) return press(state);
      if (step !== undefined) return leadTo(step);
      return key === 'Backspace' ? undo() : onClose();
    };
    const isOurs = control
      ? code === 'KeyZ'
      : !altKey && (state || step !== undefined || ['Backspace', 'Escape'].includes(key));
    if (!isOurs) return;
    event.preventDefault();
    event.stopPropagation();
    work();
  };
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);

  return (
    <section aria-label="Перекличка" data-roll="" onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <QuorumWords protocol={protocol} members={members} />
        <span className={styles.note}>
          {unmarked > 0 ? `Не отмечены: ${counted(unmarked, 'человек', 'человека', 'человек')}` : 'Отмечены все'}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the section */}
      <div
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label="Кого отметить"
        className={styles.people}
        onClick={({ target }) => placeOf(target, leadTo)}
        onFocus={({ target }) => placeOf(target, call)}
      >
        {roll.map((each, place) => (
          <Person key={memberKey(each)} name={nameOf(each)} note={noteOf(each)} isCurrent={place === index} />
        ))}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {detailed ? (
        <RollDetails
          key={`${memberKey(detailed)} ${detailed.attendance?.state}`}
          member={detailed}
          name={nameOf(detailed)}
          others={roll.filter((each) => each !== detailed).map((each) => ({ id: memberKey(each), name: nameOf(each) }))}
          protocol={protocol}
          onChange={(attendance) => keep(detailed, attendance)}
        />
      ) : null}
      <div className={styles.foot}>
        <fieldset className={styles.states} aria-label={member ? `Отметить: ${nameOf(member)}` : 'Отметить'}>
          {stateKeys.map(({ state, cap }) => (
            <button
              key={state}
              type="button"
              className={styles.state}
              aria-pressed={member !== undefined && stateOf(member) === state}
              aria-keyshortcuts={cap}
              onClick={() => press(state)}
            >
              <kbd aria-hidden>{cap}</kbd> {attendanceWords[state]}
            </button>
          ))}
        </fieldset>
        <div className={styles.ends}>
          <Button size="small" variant="quiet" icon={Undo2} onClick={undo}>
            Отменить отметку
          </Button>
          <Button size="small" icon={Check} onClick={onClose}>
            Готово
          </Button>
        </div>
      </div>
    </section>
  );
}

interface PersonProps {
  name: string;
  note: string;
  isCurrent: boolean;
}

/** Memoised: with two hundred people, a key renders only two. */
const Person = memo(function Person({ name, note, isCurrent }: PersonProps) {
  return (
    <div role="option" tabIndex={isCurrent ? 0 : -1} aria-selected={isCurrent} className={styles.person}>
      <bdi>{name}</bdi>
      <span className={styles.note}>{note}</span>
    </div>
  );
});

function keyAt(roll: readonly Member[], place: number): string | undefined {
  const member = roll[place];
  return member && memberKey(member);
}

/** Calls back with the index of the person that an event hit; not called for events outside the options. */
function placeOf(target: EventTarget, found: (place: number) => void): void {
  const option = target instanceof Element ? target.closest('[role="option"]') : null;
  if (option?.parentElement) found([...option.parentElement.children].indexOf(option));
}

/** Returns the indexes to which the navigation keys move. */
function steps(index: number, total: number): Record<string, number> {
  return { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: total - 1 };
}

function hasDetails({ attendance }: Member): boolean {
  return attendance != null && !['present', 'remote'].includes(attendance.state);
}

function noteOf(member: Member): string {
  if (member.attendance) return attendanceNote(member.attendance);
  const state = stateOf(member);
  return state ? attendanceWords[state] : 'Не отмечен';
}
