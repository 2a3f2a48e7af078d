import { wantedScore } from './gates.ts';
import { categories, type FormFactor, type ScreenReport } from './screen-report.ts';

/** One screen in one form factor. */
export interface ReportRow {
  screen: string;
  form: FormFactor;
  report: ScreenReport;
  missed: string[];
}

const heads = [
  'экран',
  'вид',
  'скорость',
  'доступность',
  'практики',
  'поиск',
  'сдвиг',
  'LCP, мс',
  'TBT, мс',
  'скрипты, кБ',
  'итог',
];

/** Prints the figures of every screen, each score beside its gate, and below what costs points. */
export function printReports(rows: readonly ReportRow[]): void {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  for (const { screen, form, report } of rows) {
    for (const fault of report.faults) console.log(`${screen} (${form}): ${fault}`);
  }
}

function cellsOf({ screen, form, report, missed }: ReportRow): string[] {
  return [
    screen,
    form,
    ...categories.map((category) => `${report.scores[category]} / ${wantedScore(screen, category)}`),
    report.shift.toFixed(3),
    report.largestPaint.toFixed(0),
    report.blocked.toFixed(0),
    (report.scriptBytes / 1000).toFixed(0),
    missed.length === 0 ? 'да' : `НЕТ: ${missed.join('; ')}`,
  ];
}
