import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { allCells } from './all-cells.ts';
import { type Cell, cellName, moments } from './cell.ts';
import { type Figures, figuresIn, worstOf } from './figures.ts';
import { timersDividedBy } from './timing.ts';

const page = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));

/** The two passes, each with a section of the page. */
const passes = [
  { heading: '## Waits divided by 20', of: 20, cells: allCells },
  { heading: '## In real time', of: 1, cells: allCells.filter(({ realTime }) => realTime) },
];

const head = `# The fault matrix

Written by \`npm run faults\` and \`npm run faults -- --real-time\`. Every cell is a fault at a moment of an upload: 63 MiB in
eight chunks, from a real Chromium to a real server process, through a connection that fails at a chosen place of a chosen
request. Every run has to bring: the SHA-256 of the source, by the server's word and on its disk; one final object and no
part file; one job of processing; no more bytes on the wire than the size and three chunks for each strike; never more
acknowledged on the page than the server has; one toast for each transition; no chunk left on the device.

Moments: ${Object.entries(moments)
  .map(([letter, words]) => `${letter} ${words}`)
  .join(' · ')}.
`;

interface Outcome {
  passed: number;
  failed: number;
  longestMs: number;
  figures: Figures[];
}

/** Writes its pass into docs/faults.md when every cell of it was run. */
export default class FaultReport implements Reporter {
  readonly #outcomes = new Map<string, Outcome>();
  #workers = 0;

  onBegin(config: FullConfig): void {
    this.#workers = config.workers;
  }

  onTestEnd({ title }: TestCase, { status, duration, annotations }: TestResult): void {
    const known = this.#outcomes.get(title) ?? { passed: 0, failed: 0, longestMs: 0, figures: [] };
    this.#outcomes.set(title, {
      passed: known.passed + (status === 'passed' ? 1 : 0),
      failed: known.failed + (status === 'passed' ? 0 : 1),
      longestMs: Math.max(known.longestMs, duration),
      figures: [...known.figures, figuresIn(annotations)],
    });
  }

  onEnd(): void {
    const before = existsSync(page) ? readFileSync(page, 'utf8').split(/^(?=## )/m) : [];
    const sections = passes.map(({ heading, of, cells }) =>
      of === timersDividedBy && cells.every((cell) => this.#outcomes.has(cellName(cell)))
        ? this.#section(heading, cells)
        : before.find((section) => section.startsWith(heading)),
    );
    const text = [head, ...sections.filter((section) => section !== undefined)].map((part) => part.trimEnd());
    if (sections.some((section) => section !== undefined)) writeFileSync(page, `${text.join('\n\n')}\n`);
  }

  #section(heading: string, cells: readonly Cell[]): string {
    const outcomes = [...this.#outcomes.values()];
    const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
    const runs = outcomes.reduce((sum, outcome) => sum + outcome.passed, failed);
    const letters = Object.keys(moments);
    const faults = [...new Set(cells.map(({ fault }) => fault))];
    return [
      heading,
      '',
      `${cells.length} cells, ${runs} runs on ${this.#workers} workers, ${failed} failed. In each cell: runs that passed of all,`,
      'and the seconds of the longest one.',
      '',
      `| fault | ${letters.join(' | ')} |`,
      `|---|${letters.map(() => '---|').join('')}`,
      ...faults.map(
        (fault) => `| ${[fault, ...letters.map((letter) => this.#cell(`${fault} · ${letter}`))].join(' | ')} |`,
      ),
      '',
      'The worst figures of all runs; what the machine itself takes is divided by nothing.',
      '',
      '| cell | figures |',
      '|---|---|',
      ...cells.map(cellName).map((name) => `| ${name} | ${worstOf(this.#outcomes.get(name)?.figures ?? [])} |`),
    ].join('\n');
  }

  #cell(name: string): string {
    const outcome = this.#outcomes.get(name);
    if (!outcome) return '';
    const count = `${outcome.passed}/${outcome.passed + outcome.failed}`;
    return `${outcome.failed > 0 ? `**${count}**` : count} · ${(outcome.longestMs / 1_000).toFixed(1)} s`;
  }
}
