import { eq } from 'drizzle-orm';
import { users } from '#server/schema/people.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** One call by form data, as an HTML form or our client sends it. */
export async function sendForm(
  app: TestApp,
  user: TestUser,
  path: string,
  parts: [string, string | File][],
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const request = new Request('http://test', { method: 'POST', body: form });
  return app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** A person's row as it is kept. */
export async function rowOf(app: TestApp, { id }: { id: string }) {
  const [row] = await app.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error(`no user ${id}`);
  return row;
}

/** Each name with its tests' own words for search, so that lists of a shared database can be told apart. */
export function named(name: string) {
  return { name, searchKey: name.toLowerCase().replaceAll('ё', 'е') };
}
