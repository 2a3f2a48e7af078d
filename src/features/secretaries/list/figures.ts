import type { User } from '#contract/identity/user.ts';
import { personName } from '#src/data/person/index.ts';
import type { Sheet } from '../export/sheet.ts';

/** Keys of the figures that the statistics give for each secretary. */
export const figureKeys = ['meetings', 'protocols', 'final_protocols', 'tasks', 'done_tasks', 'overdue_tasks'] as const;
type FigureKey = (typeof figureKeys)[number];

/** A secretary with the known figures. */
export type Secretary = User & Partial<Record<FigureKey, number | null | undefined>>;

/** A column of the list. */
export interface Figure {
  key: FigureKey;
  title: string;
  words: readonly [one: string, few: string, many: string];
  /** Whether the column is hidden where there is little room. */
  isMinor?: boolean;
}

const figures: readonly Figure[] = [
  { key: 'meetings', title: 'Встречи', words: ['встреча', 'встречи', 'встреч'] },
  { key: 'protocols', title: 'Протоколы', words: ['протокол', 'протокола', 'протоколов'] },
  { key: 'final_protocols', title: 'Итоговые', words: ['итоговый', 'итоговых', 'итоговых'], isMinor: true },
  { key: 'tasks', title: 'Поручения', words: ['поручение', 'поручения', 'поручений'] },
  { key: 'done_tasks', title: 'Выполнено', words: ['выполнено', 'выполнено', 'выполнено'], isMinor: true },
  { key: 'overdue_tasks', title: 'Просрочено', words: ['просрочено', 'просрочено', 'просрочено'] },
];

/** Returns the columns for which any figure is known. */
export function knownFigures(secretaries: readonly Secretary[]): readonly Figure[] {
  return figures.filter(({ key }) => secretaries.some((each) => typeof each[key] === 'number'));
}

/** Returns the list as it is shown. */
export function listSheet(secretaries: readonly Secretary[]): Sheet {
  const shown = knownFigures(secretaries);
  return {
    title: 'Секретари',
    heads: ['Имя', ...shown.map(({ title }) => title)],
    rows: secretaries.map((each) => [personName(each), ...shown.map(({ key }) => each[key] ?? null)]),
  };
}
