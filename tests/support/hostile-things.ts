import { create, createKeyword, createMeeting, createProtocol, createTask } from './api-client.ts';
import { hostileWords } from './hostile-words.ts';

const words = {
  // The longest title, and as many joined signs as fit into a name.
  unbroken: 'Ж'.repeat(9_900),
  emoji: '👩‍👩‍👧‍👦'.repeat(120),
  html: hostileWords.html,
  rightToLeft: hostileWords.rightToLeft,
};

/** A thing named by one of the words, and its ids. */
export interface HostileThing {
  word: string;
  title: string;
  meetingId: string;
  protocolId: string;
}

/** Creates everything that a secretary can name, for each of the words; the meetings are on `day`, YYYY-MM-DD. */
export async function makeHostileThings(url: string, token: string, day: string): Promise<HostileThing[]> {
  const things: HostileThing[] = [];
  for (const [word, title] of Object.entries(words)) {
    const at = (minute: string) => `${day}T1${things.length}:${minute}:00+03:00`;
    const cut = (letters: number) => title.slice(0, letters).toWellFormed();
    const place = { place: cut(300), description: cut(1_000) };
    const meeting = { title, start_at: at('00'), end_at: at('45'), ...place };
    const meetingId = await createMeeting(url, token, meeting);
    const agenda = [
      {
        id: crypto.randomUUID(),
        title,
        listened: cut(1_000),
        discussion: cut(1_000),
        decisions: [{ text: cut(1_000) }],
      },
      { id: crypto.randomUUID(), title: 'О складе' },
    ];
    const head = { agenda, number: cut(50), place: cut(300), kind: cut(200) };
    const protocolId = await createProtocol(url, token, title, head);
    const outsider = {
      email: `${crypto.randomUUID()}@example.ru`,
      role: 'external',
      name: cut(200),
      position: cut(200),
    };
    const member_id = await create(url, token, '/users', outsider);
    await create(url, token, `/protocols/${protocolId}/members`, { member_id, kind: 'invited' });
    await createTask(url, token, protocolId, { title, assignee_id: member_id, due_at: day, agenda_id: agenda[0]?.id });
    // A keyword must contain a letter.
    if (/\p{L}/u.test(title)) await createKeyword(url, token, cut(200));
    things.push({ word, title, meetingId, protocolId });
  }
  return things;
}
