import { expect, test } from 'vitest';
import { createJobs } from '#server/platform/jobs/index.ts';
import { databaseKinds, openTestDatabase } from './support/test-database.ts';

test.each(databaseKinds)('a queue runs as many jobs at once as the settings say, on %s', async (kind) => {
  const database = await openTestDatabase(kind);
  const jobs = createJobs(database, (error) => expect.fail(String(error)), { atOnce: { mails: 2 } });
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  // Each waits for the other: one after the other they would not end.
  jobs.handle<{ name: string }>('mails', async ({ data }) => {
    (data.name === 'first' ? first : second).resolve(data.name);
    await Promise.all([first.promise, second.promise]);
  });
  await jobs.start();
  for (const name of ['first', 'second']) await jobs.send('mails', name, { name });
  expect(await Promise.all([first.promise, second.promise])).toEqual(['first', 'second']);
  await jobs.stop();
  await database.close();
});
