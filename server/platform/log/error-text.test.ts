import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { errorText, safeError } from './error-text.ts';

test('the values of a failed query are not logged, however deeply nested', () => {
  const detail = 'Failing row contains (https://app.example.ru/change-password/secret).';
  const cause = Object.assign(new Error('null value in column "id"'), { code: '23502', detail, where: detail });
  const params = ['https://app.example.ru/change-password/secret\n  at secret'];
  const error = new Error('outer', { cause: new DrizzleQueryError('insert into "mails" values ($1)', params, cause) });
  for (const said of [errorText(error), JSON.stringify(safeError(error))]) {
    expect(said).not.toContain('secret');
    expect(said).toMatch(/insert into \\?"mails/);
    expect(said).toMatch(/23502/);
    expect(said).toContain('error-text.test.ts');
  }
});

test.each([
  ['a text', 'string: a text'],
  [undefined, 'undefined: undefined'],
])('a thrown value that is no error is logged as it is: %j', (thrown, told) => {
  expect(errorText(thrown)).toBe(told);
});
