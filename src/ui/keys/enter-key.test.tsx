import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { SelectField } from '../fields/choice-fields.tsx';
import { DateField } from '../fields/date-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import { keepEnter, submitOnCtrlEnter, submitOnEnter } from './enter-key.ts';

function open(form: ComponentProps<'form'>, isAlone = false) {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form {...form} onSubmit={sent}>
      <input aria-label="Кто" role="combobox" aria-expanded="false" onKeyDownCapture={keepEnter} />
      <SelectField label="Вид">
        <option>Совещание</option>
      </SelectField>
      {isAlone ? null : (
        <>
          <TextField label="Место" />
          <TextArea label="Описание" />
          <DateField label="Срок" value={null} onChange={() => {}} />
          <input type="checkbox" aria-label="Важное" />
        </>
      )}
      <button type="submit">Отправить</button>
    </form>,
  );
  return { sent, person: userEvent.setup() };
}

const fields = {
  Кто: () => screen.getByRole('combobox', { name: 'Кто' }),
  Вид: () => screen.getByRole('combobox', { name: 'Вид' }),
  Место: () => screen.getByRole('textbox', { name: 'Место' }),
  Описание: () => screen.getByRole('textbox', { name: 'Описание' }),
  Срок: () => screen.getAllByRole('spinbutton')[0],
  Важное: () => screen.getByRole('checkbox'),
};

async function sending(form: ComponentProps<'form'>, keys: string) {
  const { sent, person } = open(form);
  const from: string[] = [];
  for (const [name, find] of Object.entries(fields)) {
    find()?.focus();
    sent.mockClear();
    await person.keyboard(keys);
    if (sent.mock.calls.length > 0) from.push(name);
  }
  return from;
}

test('Enter submits a short form from a text field, a date part or a checkbox, never from a picker', async () => {
  expect(await sending({ onKeyDownCapture: submitOnEnter }, '{Enter}')).toEqual(['Место', 'Срок', 'Важное']);
});

test('Enter submits a long form from no field', async () => {
  expect(await sending({ onKeyDownCapture: submitOnCtrlEnter }, '{Enter}')).toEqual([]);
});

test.each([submitOnEnter, submitOnCtrlEnter])('Ctrl+Enter submits from every field, once', async (onKeyDownCapture) => {
  expect(await sending({ onKeyDownCapture }, '{Control>}{Enter}{/Control}')).toEqual(Object.keys(fields));
});

test('Enter in the only field of a form submits it, also in a picker', async () => {
  const { sent, person } = open({}, true);
  await person.type(fields.Кто(), '{Enter}');
  expect(sent).toHaveBeenCalledOnce();
});

test('Enter in an open list or during IME composition does not submit', async () => {
  const { sent } = open({ onKeyDownCapture: submitOnCtrlEnter });
  const press = (field: Element, more: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }));
  fields.Кто().setAttribute('aria-expanded', 'true');
  press(fields.Кто(), { ctrlKey: true });
  expect(press(fields.Место(), { isComposing: true })).toBe(true);
  expect(press(screen.getByRole('button', { name: 'Отправить' }), { ctrlKey: true })).toBe(true);
  expect(sent).not.toHaveBeenCalled();
});
