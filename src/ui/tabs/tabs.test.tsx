import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

const parts = [
  { id: 'sheet', title: 'Протокол', content: <button type="button">Изменить</button> },
  { id: 'tasks', title: 'Поручения', count: 2, content: <input aria-label="Что сделать" /> },
  { id: 'members', title: 'Участники', content: <p>Участников нет</p> },
];

function Shown() {
  const [selected, select] = useState('sheet');
  return <Tabs label="Части протокола" parts={parts} selected={selected} onSelect={select} />;
}

const tab = (name: string) => screen.getByRole('tab', { name });
const open = () => screen.getByRole('tabpanel');

test('arrow keys cycle through the tabs and open them, Home and End go to the ends', async () => {
  render(<Shown />);
  const person = userEvent.setup();
  await person.tab();
  expect(tab('Протокол')).toHaveFocus();
  for (const [key, name] of [
    ['ArrowRight', 'Поручения 2'],
    ['End', 'Участники'],
    ['ArrowRight', 'Протокол'],
    ['ArrowLeft', 'Участники'],
    ['Home', 'Протокол'],
    ['ArrowDown', 'Поручения 2'],
    ['ArrowUp', 'Протокол'],
  ] as const) {
    await person.keyboard(`{${key}}`);
    expect(tab(name)).toHaveFocus();
    expect(screen.getAllByRole('tab', { selected: true })).toEqual([tab(name)]);
    expect(open()).toHaveAccessibleName(name);
  }
  await person.tab();
  expect(screen.getByRole('button', { name: 'Изменить' })).toHaveFocus();
});

test('a panel is rendered when it is opened or the page is idle, and keeps its state', async () => {
  render(<Shown />);
  const person = userEvent.setup();
  expect(screen.queryByLabelText('Что сделать')).toBeNull();
  await person.click(tab('Поручения 2'));
  await person.type(screen.getByLabelText('Что сделать'), 'Отчёт');
  await person.click(tab('Протокол'));
  expect(screen.getByLabelText('Что сделать')).not.toBeVisible();
  await waitFor(() => expect(screen.getByText('Участников нет')).toBeInTheDocument());
  expect(screen.getByText('Участников нет')).not.toBeVisible();
  await person.click(tab('Поручения 2'));
  expect(screen.getByLabelText('Что сделать')).toHaveValue('Отчёт');
});

test('a panel without focusable content takes the focus itself', async () => {
  render(<Shown />);
  const person = userEvent.setup();
  await person.click(tab('Участники'));
  await person.tab();
  expect(open()).toHaveFocus();
  await person.click(tab('Протокол'));
  expect(open()).not.toHaveAttribute('tabindex');
});
