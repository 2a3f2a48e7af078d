import type { Summary } from '#contract/summary.ts';
import { formatFullMoment } from '#src/format/index.ts';

type Source = Summary['source'];

/** Who made a version, in a word. */
export function makerWords(source: Source): string {
  return source === 'human' ? 'человек' : 'автоматически';
}

/** How the summary came about, and what to do about it. */
export function sourceWords(source: NonNullable<Source>): string {
  if (source === 'human') return 'Составлено человеком.';
  if (source === 'llm') return 'Составлено языковой моделью по расшифровке: проверьте перед отправкой.';
  return 'Выбрано из расшифровки автоматически: проверьте перед отправкой.';
}

/** One version in a list: «3 · человек · 21 ноября 2026, 14:05». */
export function versionWords({ version, source, created_at }: NonNullable<Summary['versions']>[number]): string {
  return [version, makerWords(source), created_at ? formatFullMoment(created_at) : ''].filter(Boolean).join(' · ');
}
