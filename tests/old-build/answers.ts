import { getJson, signIn } from '#tests/support/api-client.ts';

/** Answers of a server to each GET, by the asking person and the path. */
export type Answers = Record<string, unknown>;

type Listed = { data: { id: string; kind?: string }[] };
const people = ['admin', 'manager', 'secretary', 'external'] as const;

/** Reads every list of the API and every thing in it, as each person of the demo. */
export async function readAnswers(url: string): Promise<Answers> {
  const answers: Answers = {};
  for (const who of people) {
    const token = await signIn(url, { email: `${who}@example.ru`, password: 'protokol' });
    const read = async <T = Listed>(path: string): Promise<T> => {
      const answer = await getJson<T>(url, token, path);
      answers[`${who} ${path}`] = answer;
      return answer;
    };
    await read('/me');
    if (who === 'external') continue;
    const users = await read('/users?limit=100');
    for (const { id } of users.data) await read(`/users/${id}`);
    if (who === 'admin') await read('/settings/documents');
    if (who === 'secretary') await readOwn(read);
  }
  return answers;
}

async function readOwn(read: (path: string) => Promise<Listed>): Promise<void> {
  await read('/keywords');
  for (const [start, end] of [
    [day(-180), day(180)],
    ['2031-11-01', '2031-11-30'],
  ])
    await read(`/meetings?start_date_at=${start}&end_date_at=${end}`);
  await read('/protocols/tasks?limit=100');
  const protocols = await read('/protocols?limit=100');
  for (const { id } of protocols.data) {
    const parts = ['', '/members', '/earlier-tasks', '/versions', '/mails', '/recipients', '/transcript', '/summary'];
    for (const part of [...parts, '/proposals', '/upload-chunks']) {
      // A protocol without a recording lacks everything that comes from one.
      await read(`/protocols/${id}${part}`).catch((error: Error) => {
        if (!/: 404 /.test(error.message)) throw error;
      });
    }
  }
}

/** Returns the day this many days after today (before it where negative), in the API's format. */
function day(after: number): string {
  return new Date(Date.now() + after * 24 * 3_600_000).toISOString().slice(0, 10);
}
