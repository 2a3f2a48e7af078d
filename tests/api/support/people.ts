import { eq } from 'drizzle-orm';
import { users } from '#server/schema/people.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** Makes one call with form data, as an HTML form or the client sends it. */
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

/** Resolves with a person's row in the database. */
export async function rowOf(app: TestApp, { id }: { id: string }) {
  const [row] = await app.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error(`no user ${id}`);
  return row;
}

/** Returns a name with search words of its own, so that tests can tell apart the lists of a shared database. */
export function named(name: string) {
  return { name, searchKey: name.toLowerCase().replaceAll('ё', 'е') };
}
