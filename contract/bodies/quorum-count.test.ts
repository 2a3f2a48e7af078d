import { describe, expect, it } from 'vitest';
import { type Attending, attendanceWith, kindWith, stateOf } from './attendance.ts';
import type { QuorumRule } from './quorum.ts';
import { attendingOf, hasQuorum, quorumLine, quorumNow, quorumOfMeeting } from './quorum-count.ts';

const half = { share: 0.5, is_more: true };
const person = (kind: string, state?: string, rest: object = {}): Attending => ({
  kind,
  attendance: state ? ({ state, ...rest } as Attending['attendance']) : null,
});
const at = (time: string) => `2026-11-20T${time}:00+03:00`;

describe('who is counted for the quorum', () => {
  const now = (members: Attending[], rule: QuorumRule = half) => {
    const { present, total } = quorumNow(rule, members);
    return [present, total];
  };
  it('the chairman and the members count, marked or not; the secretary and the invited do not', () => {
    const all = ['chairman', 'secretary', 'present', 'absent', 'invited'].map((kind) => person(kind));
    expect(now(all)).toEqual([2, 3]);
    expect(now(all, { ...half, with_secretary: true })).toEqual([3, 4]);
  });
  it('late, remote and proxy members count, those who left do not', () => {
    const states = ['present', 'absent', 'late', 'left', 'remote', 'proxy'];
    expect(now(states.map((state) => person('present', state)))).toEqual([4, 6]);
    expect(now([person('chairman', 'absent')])).toEqual([0, 1]);
  });
  it('a proxy counts while its holder is there in person', () => {
    const holder = (state: string) => [
      { ...person('present', state), id: 'h' },
      person('present', 'proxy', { proxy_id: 'h' }),
    ];
    expect(now(holder('present'))).toEqual([2, 2]);
    expect(now(holder('left'))).toEqual([0, 2]);
    expect(now(holder('absent'))).toEqual([0, 2]);
    expect(now(holder('proxy'))).toEqual([1, 2]);
  });
  it('a member who came late and has left since is gone, and so is the proxy that they hold', () => {
    const late = person('present', 'late', { arrived_at: at('10:30'), left_at: at('11:00') });
    const members = [{ ...late, id: 'h' }, person('present', 'proxy', { proxy_id: 'h' })];
    const presentAt = (time: string) => quorumNow(half, members, Date.parse(at(time))).present;
    expect([presentAt('10:45'), presentAt('11:00')]).toEqual([2, 0]);
  });
});

it('the chairman is counted once: as a member, or named only in the head of the protocol', () => {
  const members = [{ ...person('chairman'), member_id: 'u1' }, person('present')];
  const total = (chairman_id?: string | null, of: typeof members | null = members) =>
    quorumNow(half, attendingOf({ chairman_id, members: of })).total;
  expect([total(), total('u1'), total('u2')]).toEqual([2, 2, 3]);
  // It is unknown who was present.
  expect([total('u2', []), total('u2', null)]).toEqual([0, 0]);
});

describe('the quorum of a meeting', () => {
  const most = (members: Attending[]) => quorumOfMeeting(half, members).present;
  it('is that of the moment with the most members present', () => {
    const early = person('present', 'left', { left_at: at('11:00') });
    const late = person('present', 'late', { arrived_at: at('11:30') });
    expect(most([early, early, late])).toBe(2);
    expect(most([early, person('present', 'late', { arrived_at: at('10:30') })])).toBe(2);
    expect(most([person('present', 'left'), person('present', 'absent')])).toBe(1);
    expect(most([])).toBe(0);
  });
  it('counts a proxy for as long as its holder is there', () => {
    const left = { ...person('present', 'left', { left_at: at('11:00') }), id: 'h' };
    const proxy = person('present', 'proxy', { proxy_id: 'h' });
    const late = person('present', 'late', { arrived_at: at('11:30') });
    expect(most([left, proxy, late, late])).toBe(2);
    expect(most([person('present', 'proxy', { proxy_name: 'Ким Д. А.' }), late, late])).toBe(3);
  });
});

it.each([
  [{ present: 7, total: 9, needed: 5 }, 'Кворум имеется: 7 из 9'],
  [{ present: 3, total: 9, needed: 5 }, 'Кворума нет: 3 из 9, нужно 5'],
  [{ present: 3, total: 9, needed: null }, 'Присутствуют: 3 из 9'],
])('%j is put into words', (quorum, words) => {
  expect(quorumLine(quorum)).toBe(words);
  expect(hasQuorum(quorum)).toBe(!words.includes('нет'));
});

describe('kind and mark stay consistent', () => {
  it('an ordinary member marked absent gets the kind absent', () => {
    expect(kindWith('present', { state: 'absent' })).toBe('absent');
    expect(kindWith('absent', { state: 'late' })).toBe('present');
    expect(kindWith('absent', null)).toBe('present');
    expect(kindWith('chairman', { state: 'absent' })).toBe('chairman');
  });
  it('a change of the kind to or from absent clears the mark', () => {
    expect(attendanceWith({ kind: 'present', attendance: { state: 'late' } }, 'absent')).toBeNull();
    expect(attendanceWith({ kind: 'absent', attendance: { state: 'absent' } }, 'chairman')).toBeNull();
    expect(attendanceWith({ kind: 'present', attendance: { state: 'late' } }, 'invited')).toEqual({ state: 'late' });
    expect(stateOf({ kind: 'absent' })).toBe('absent');
    expect(stateOf({ kind: 'present' })).toBeUndefined();
  });
});
