import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { hashSync } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

/** Counts the turns of the event loop while the work runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const turn = () => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  done = true;
  return turns;
}

const eight = Array.from({ length: 8 }, (_, index) => `пароль-${index}`);

test('hashing and comparing passwords does not block the event loop', async () => {
  const onTheLoop = await turnsDuring(async () => {
    for (const password of eight) {
      hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      await new Promise(setImmediate);
    }
  });
  expect(onTheLoop).toBeLessThan(20);
  expect(await turnsDuring(() => Promise.all(eight.map(hashPassword)))).toBeGreaterThan(200);
  const kept = await hashPassword('верный');
  expect(await turnsDuring(() => Promise.all(eight.map((password) => verifyPassword(password, kept))))).toBeGreaterThan(
    200,
  );
});

test('hashing queues in the thread pool of Node, so that sign-ins cannot take the whole machine', async () => {
  const order: string[] = [];
  const slow = promisify(pbkdf2);
  const occupied = [1, 2, 3, 4].map(() =>
    slow('x', 'y', 200_000, 64, 'sha512').then(() => {
      order.push('pool');
    }),
  );
  const hashed = hashPassword('пароль').then(() => {
    order.push('hash');
  });
  await Promise.all([...occupied, hashed]);
  expect(order[0]).toBe('pool');
});

test('the hash is argon2id with a new salt each time; no password matches a missing hash', async () => {
  const [first, second] = await Promise.all([hashPassword('пароль'), hashPassword('пароль')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword('пароль', first)).toBe(true);
  expect(await verifyPassword('другой', first)).toBe(false);
  expect(await verifyPassword('nobody has this one', null)).toBe(false);
});
