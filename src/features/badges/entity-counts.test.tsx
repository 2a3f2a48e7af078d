import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EntityCounts, TaskCounts } from './entity-counts.tsx';

const words = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('each figure has its word in the right grammatical form', () => {
  render(<EntityCounts counts={{ meetings: 1, protocols: 2, final_protocols: 5, tasks: 21, keywords: 0 }} />);
  expect(words()).toEqual(['1 встреча', '2 протокола', '5 итоговых протоколов', '21 поручение', '0 ключевых слов']);
});

test('coming meetings are counted apart from all meetings', () => {
  render(<EntityCounts counts={{ meetings: 113, coming_meetings: 60 }} />);
  expect(words()).toEqual(['113 встреч', '60 впереди']);
});

test('figures that a provider does not send are left out', () => {
  render(<TaskCounts counts={{ new: 1, overdue: 3, total: null }} />);
  expect(words()).toEqual(['1 новое', '3 просрочено']);
});

test('without any figures a text says that the server sent none', () => {
  render(<EntityCounts counts={{}} />);
  expect(words()).toEqual([]);
  expect(screen.getByText('Сервер не прислал показателей')).toBeVisible();
});
