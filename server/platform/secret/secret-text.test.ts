import { expect, test } from 'vitest';
import { newSecretText, readSecrets, replacedIn, withoutFormer } from './secret-text.ts';

const [old, fresh, newest] = [newSecretText(), newSecretText(), newSecretText()];
const bytes = (text: string) => Buffer.from(text, 'hex');

test('the first secret signs, the others are believed, and the oldest keeps what it made', () => {
  expect(readSecrets(old)).toEqual({ believed: [bytes(old)], lasting: bytes(old) });
  const both = replacedIn(`${old}\n`, fresh);
  expect(readSecrets(both)).toEqual({ believed: [bytes(fresh), bytes(old)], lasting: bytes(old) });
  const dropped = withoutFormer(both);
  expect(readSecrets(dropped)).toEqual({ believed: [bytes(fresh)], lasting: bytes(old) });
  const again = withoutFormer(replacedIn(dropped, newest));
  expect(readSecrets(again)).toEqual({ believed: [bytes(newest)], lasting: bytes(old) });
  expect(withoutFormer(old)).toBe(old);
});

test('a secret may be any text that is long enough', () => {
  const own = 'совершенно-секретная-строка-из-букв-и-дефисов';
  expect(readSecrets(`${own}, ${old}`)?.believed).toEqual([Buffer.from(own), bytes(old)]);
  for (const text of ['', 'короткий', `${old},короткий`, `~${old}`]) expect(readSecrets(text)).toBeUndefined();
});
