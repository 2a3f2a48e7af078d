import { expect, test } from 'vitest';
import { newSecretText, readSecrets, replacedIn, withoutFormer } from './secret-text.ts';

const [old, fresh, newest] = [newSecretText(), newSecretText(), newSecretText()];
const bytes = (text: string) => Buffer.from(text, 'hex');

test('the first secret signs, all are accepted, and the oldest stays the lasting one', () => {
  expect(readSecrets(old)).toMatchObject({ believed: [bytes(old)], lasting: bytes(old) });
  const both = replacedIn(`${old}\n`, fresh);
  expect(readSecrets(both)).toMatchObject({ believed: [bytes(fresh), bytes(old)], lasting: bytes(old) });
  const dropped = withoutFormer(both);
  expect(readSecrets(dropped)).toMatchObject({ believed: [bytes(fresh)], lasting: bytes(old) });
  const again = withoutFormer(replacedIn(dropped, newest));
  expect(readSecrets(again)).toMatchObject({ believed: [bytes(newest)], lasting: bytes(old) });
  expect(withoutFormer(old)).toBe(old);
});

test('a secret may be any text that is long enough', () => {
  const own = 'совершенно-секретная-строка-из-букв-и-дефисов';
  expect(readSecrets(`${own}, ${old}`)?.believed).toEqual([Buffer.from(own), bytes(old)]);
  for (const text of ['', 'короткий', `${old},короткий`, `~${old}`]) expect(readSecrets(text)).toBeUndefined();
});
