import { expect, test } from 'vitest';
import { withWholeAgenda } from './agenda-changes.ts';

const long = (id: string) => ({ id, title: id, listened: 'я'.repeat(2.5 * 1024 ** 2) });

test('small changes cannot add up to an agenda beyond the limit, and a long one can be shortened', () => {
  const one = withWholeAgenda({ version: 1, agenda_changes: { items: [long('a')] } }, []).agenda ?? [];
  const add = () => withWholeAgenda({ version: 2, agenda_changes: { items: [long('b')] } }, one);
  expect(add).toThrow('Протокол стал слишком длинным');
  const whole = [long('a'), long('b')];
  const shorter = withWholeAgenda({ version: 3, agenda_changes: { items: [{ id: 'a', title: 'А' }] } }, whole);
  expect(shorter.agenda).toHaveLength(2);
});
