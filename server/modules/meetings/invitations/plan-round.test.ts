import { expect, test } from 'vitest';
import { mailKindOf, planRound } from './plan-round.ts';
import type { Invitation, ListedPerson } from './repository.ts';

const person = (userId: string, more: Partial<ListedPerson> = {}): ListedPerson => {
  return {
    userId,
    guestId: null,
    name: userId,
    email: `${userId}@example.ru`,
    isBlocked: false,
    hasPassword: true,
    ...more,
  };
};
const invited = (of: ListedPerson, more: Partial<Invitation> = {}): Invitation => ({
  ...{ id: `${of.userId ?? of.guestId}`, meetingId: 'm1', userId: of.userId, guestId: of.guestId, name: of.name },
  ...{
    email: of.email,
    tokenHash: '',
    sequence: 0,
    heardSequence: null,
    mailId: 'mail',
    mailState: 'sent',
    mailError: null,
    isMailUnderWay: false,
    isBlocked: false,
    hasPassword: true,
  },
  ...{
    answer: null,
    deputy: null,
    note: null,
    answeredAt: null,
    answeredTimes: null,
    previousAnswer: null,
    createdAt: new Date(0),
  },
  ...{ revokedAt: null, isFirstMail: true, isMailKept: false, earlierTimes: null, toldContent: 'a', toldTimes: 't' },
  ...more,
});
const guest = (email: string) => person('', { userId: null, guestId: 'g1', email });
const [one, two] = [person('one'), person('two')];
const last = { content: 'a', times: 't' };
const now = { last, content: 'a', times: 't', organizer: { id: 'owner', email: 'owner@example.ru' } };

test('a person never invited is fresh, except the organizer and blocked people', () => {
  const people = [one, person('owner'), person('blocked', { isBlocked: true })];
  const plan = planRound({ ...now, last: undefined, people, invitations: [] });
  expect(plan).toMatchObject({ fresh: [one], updated: [], removed: [], isMoved: false, isOutdated: true });
});

test('an unchanged meeting is sent again only where a mail was refused or the address has changed', () => {
  const invitations = [invited(one), invited(two, { mailState: 'failed' })];
  expect(planRound({ ...now, people: [one, two], invitations }).updated.map((each) => each.person)).toEqual([two]);
  const renamed = { ...one, email: 'new@example.ru' };
  expect(planRound({ ...now, people: [renamed], invitations: [invited(one)] }).updated).toHaveLength(1);
  expect(planRound({ ...now, people: [one], invitations: [invited(one)] }).isOutdated).toBe(false);
});

test('a change is sent to everybody except a blocked person, who is not removed either', () => {
  const blocked = person('blocked', { isBlocked: true });
  const invitations = [invited(one), invited(blocked)];
  const plan = planRound({ ...now, content: 'b', times: 'u', people: [one, blocked], invitations });
  expect(plan.updated.map((each) => each.person)).toEqual([one]);
  expect(plan).toMatchObject({ removed: [], isMoved: true });
});

test('a person whom earlier rounds left out is told of what these told, and nobody else', () => {
  // Later rounds, also for new people alone, have told others.
  const invitations = [invited(one), invited(two, { sequence: 1, toldContent: 'b', toldTimes: 'u' })];
  const present = { ...now, last: { content: 'b', times: 'u' }, content: 'b', times: 'u' };
  const plan = planRound({ ...present, people: [one, two], invitations });
  expect(plan).toMatchObject({ updated: [{ person: one }], isMoved: false, isOutdated: true });
  expect(plan.updated).toHaveLength(1);
  expect(mailKindOf(invited(one), present)).toBe('move');
});

test('who left the list is removed; a guest with another e-mail is another guest', () => {
  const before = invited(guest('old@example.ru'));
  const plan = planRound({ ...now, people: [guest('new@example.ru')], invitations: [before, invited(one)] });
  expect(plan.fresh.map(({ email }) => email)).toEqual(['new@example.ru']);
  expect(plan.removed).toEqual([before, invited(one)]);
});

test('a blocked person who left the list gets no mail', () => {
  const blocked = invited(one, { isBlocked: true });
  expect(planRound({ ...now, people: [], invitations: [blocked] })).toMatchObject({ removed: [], dropped: [blocked] });
});

test('who heard of the meeting but not of its last change gets that change, not another invitation', () => {
  const round = { content: 'a', times: 't' };
  for (const mailState of ['failed', 'waiting']) {
    expect(mailKindOf(invited(one, { mailState }), { content: 'b', times: 'u' })).toBe('invitation');
    const missed = invited(one, { mailState, isFirstMail: false, earlierTimes: 't' });
    expect(mailKindOf(missed, round)).toBe('change');
    expect(mailKindOf(missed, { content: 'b', times: 'u' })).toBe('move');
    expect(mailKindOf({ ...missed, earlierTimes: 's' }, round)).toBe('move');
    expect(mailKindOf({ ...missed, previousAnswer: 'yes' }, { ...round, content: 'b' })).toBe('move');
  }
  // Only the address has changed.
  expect(mailKindOf(invited(one), round)).toBe('invitation');
  expect(mailKindOf(invited(one), { ...round, content: 'b' })).toBe('change');
  expect(mailKindOf(invited(one), { content: 'b', times: 'u' })).toBe('move');
});

test('an invitation that no mail delivered is removed without a mail', () => {
  const unheard = [invited(one, { mailState: 'failed' }), invited(two, { mailState: 'waiting' })];
  expect(planRound({ ...now, people: [], invitations: unheard })).toMatchObject({ removed: [], dropped: unheard });
  const begun = invited(two, { mailState: 'waiting', isMailUnderWay: true });
  const heard = [invited(one, { mailState: 'failed', isFirstMail: false }), begun];
  expect(planRound({ ...now, people: [], invitations: heard })).toMatchObject({ removed: heard, dropped: [] });
});

test('a waiting mail that is sent in any case counts as heard: a change or a removal follows it', () => {
  const kept = invited(one, { mailState: 'waiting', isMailKept: true, earlierTimes: 's' });
  expect(planRound({ ...now, people: [], invitations: [kept] })).toMatchObject({ removed: [kept], dropped: [] });
  const round = { content: 'b', times: 't' };
  expect(mailKindOf(kept, round)).toBe('change');
  expect(mailKindOf(kept, { ...round, times: 'u' })).toBe('move');
});

test('an e-mail that is listed again, or has an account by now, keeps its invitation', () => {
  const before = invited(guest('same@example.ru'), { answer: 'yes' });
  const again = { ...guest('same@example.ru'), guestId: 'g2' };
  const user = { ...one, email: 'same@example.ru' };
  for (const people of [[again], [user]]) {
    const plan = planRound({ ...now, people, invitations: [before] });
    expect(plan).toMatchObject({ fresh: [], removed: [], dropped: [], isOutdated: false });
    expect(planRound({ ...now, content: 'b', people, invitations: [before] }).updated).toMatchObject([
      { person: people[0], invitation: { id: before.id, answer: 'yes' } },
    ]);
  }
  // Own invitations are matched first: nobody takes over another person's invitation.
  const own = invited(one, { email: 'other@example.ru' });
  const both = planRound({
    ...now,
    people: [again, { ...one, email: 'other@example.ru' }],
    invitations: [own, before],
  });
  expect([...both.invited.values()].toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([before, own]);
});

test('a guest with the e-mail of a participant or of the organizer gets no second mail', () => {
  const twin = { ...guest(one.email), guestId: 'g2' };
  const people = [one, guest('owner@example.ru'), twin];
  expect(planRound({ ...now, people, invitations: [] }).fresh).toEqual([one]);
  const [own, others] = [invited(one), invited(twin)];
  expect(planRound({ ...now, people, invitations: [own, others] })).toMatchObject({ removed: [], dropped: [others] });
});
