import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueNames } from '#server/config/queue-names.ts';
import { startTestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

test.each(databaseKinds)('the settings know every queue of the server, and no other, on %s', async (kind) => {
  const app = await startTestApp(kind);
  const names = sql`select name from jobs.queue where name not like '\\_\\_%' and name <> 'test-jobs'`;
  const { rows } = (await app.db.execute(names)) as unknown as { rows: { name: string }[] };
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...queueNames].toSorted());
  await app.close();
});
