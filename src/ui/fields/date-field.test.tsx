import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import { DateTimeField } from './date-time-field.tsx';
import { unfinishedDate } from './date-value.ts';

type Field = typeof DateField | typeof DateTimeField;

function open(Of: Field, value: string | null, more: { error?: string; min?: string } = {}) {
  const onChange = vi.fn();
  function Form() {
    const [current, setCurrent] = useState(value);
    const change = (next: string | null) => {
      onChange(next);
      setCurrent(next);
    };
    return (
      <>
        <Of label="Срок" value={current} onChange={change} {...more} />
        <button type="button">Дальше</button>
      </>
    );
  }
  render(<Form />);
  const group = screen.getByRole('group', { name: 'Срок' });
  const part = (name: RegExp) => within(group).getByRole('spinbutton', { name });
  return { person: userEvent.setup(), onChange, group, part };
}

test('a day is typed as dd.mm.yyyy', async () => {
  const { person, onChange, group, part } = open(DateField, null);
  await person.click(part(/день/));
  await person.keyboard('21112026');
  expect(onChange).toHaveBeenLastCalledWith('2026-11-21');
  expect(group).toHaveTextContent('21.11.2026');
});

test('a day and a time are typed in one go, on a clock of 24 hours', async () => {
  const { person, onChange, part } = open(DateTimeField, null);
  await person.click(part(/день/));
  await person.keyboard('211120261405');
  const written: string = onChange.mock.lastCall?.[0];
  expect(written).toMatch(/^2026-11-21T14:05:00[+-]\d\d:\d\d$/);
  expect(Date.parse(written)).toBe(new Date(2026, 10, 21, 14, 5).getTime());
});

test('a date is typed over another in a zone whose old years have offsets with seconds', async () => {
  setLocalTimeZone('Europe/Moscow');
  onTestFinished(resetLocalTimeZone);
  const { person, onChange, group, part } = open(DateTimeField, new Date(2026, 10, 21, 14, 5).toISOString());
  await person.click(part(/день/));
  await person.keyboard('250320311000');
  expect(group).toHaveTextContent(/25\.03\.2031, .?10:00/);
  expect(Date.parse(onChange.mock.lastCall?.[0])).toBe(Date.parse('2031-03-25T10:00:00+03:00'));
});

test('the pointer alone moves the time by half hours, also over midnight', async () => {
  const { person, onChange, group } = open(DateTimeField, new Date(2026, 10, 21, 23, 15).toISOString());
  await person.click(within(group).getByRole('button'));
  const dialog = screen.getByRole('dialog');
  await person.click(within(dialog).getByRole('button', { name: 'На полчаса позже' }));
  expect(within(dialog).getByRole('status')).toHaveTextContent('23:45');
  await person.click(within(dialog).getByRole('button', { name: 'На полчаса позже' }));
  expect(Date.parse(onChange.mock.lastCall?.[0])).toBe(new Date(2026, 10, 22, 0, 15).getTime());
  await person.click(within(dialog).getByRole('button', { name: 'На полчаса раньше' }));
  expect(within(dialog).getByRole('status')).toHaveTextContent('23:45');
  await person.keyboard('{Escape}');
  expect(group).toHaveTextContent(/21\.11\.2026, .?23:45/);
});

test('the calendar is in Russian, starts on Monday, and sets the chosen day', async () => {
  const { person, onChange } = open(DateField, '2026-11-21');
  await person.click(screen.getByRole('button', { name: /Срок/ }));
  const calendar = await screen.findByRole('grid');
  const weekdays = within(calendar).getAllByRole('columnheader', { hidden: true });
  expect(weekdays.map((cell) => cell.textContent)).toEqual(['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']);
  await person.click(within(calendar).getByRole('button', { name: /23 ноября 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-11-23');
});

test('an error is shown at the field and describes it', () => {
  const { group, part } = open(DateField, null, { error: 'Поле обязательно для заполнения' });
  expect(screen.getByText('Поле обязательно для заполнения')).toBeVisible();
  expect(group).toHaveAccessibleDescription(/Поле обязательно для заполнения/);
  expect(part(/день/)).toHaveAccessibleDescription(/Поле обязательно для заполнения/);
});

test('a day before the minimum shows «Не раньше …»', () => {
  open(DateField, '2026-11-20', { min: '2026-11-21' });
  expect(screen.getByText('Не раньше 21.11.2026')).toBeVisible();
});

test('a partly typed date stays, is reported, and does not count as an empty field', async () => {
  const { person, onChange, group, part } = open(DateField, null);
  await person.click(part(/день/));
  await person.keyboard('2111');
  expect(onChange).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Дальше' }));
  expect(onChange).toHaveBeenLastCalledWith(unfinishedDate);
  expect(group).toHaveTextContent('21.11.');
  expect(group).toHaveAccessibleDescription(/целиком/);
  await person.click(part(/год/));
  await person.keyboard('2026');
  expect(onChange).toHaveBeenLastCalledWith('2026-11-21');
  expect(group).not.toHaveAccessibleDescription(/целиком/);
});

test('a part that is deleted and typed again restores the date', async () => {
  const { person, onChange, group, part } = open(DateField, '2026-11-21');
  await person.click(part(/день/));
  await person.keyboard('{Backspace}{Backspace}');
  await person.click(screen.getByRole('button', { name: 'Дальше' }));
  expect(onChange).toHaveBeenLastCalledWith(unfinishedDate);
  await person.click(part(/день/));
  await person.keyboard('21');
  await person.click(screen.getByRole('button', { name: 'Дальше' }));
  expect(onChange).toHaveBeenLastCalledWith('2026-11-21');
  expect(group).toHaveTextContent('21.11.2026');
});

test('a field with all parts deleted is empty', async () => {
  const { person, onChange, part } = open(DateField, '2026-11-21');
  for (const name of [/день/, /месяц/, /год/]) {
    await person.click(part(name));
    await person.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  }
  expect(onChange).toHaveBeenLastCalledWith(null);
});
