import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { allCells } from './all-cells.ts';
import { cellName, moments } from './cell.ts';
import { type Figures, figuresIn, worstOf } from './figures.ts';

const page = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));

interface Outcome {
  passed: number;
  failed: number;
  longestMs: number;
  figures: Figures[];
}

/** Writes docs/faults.md when every cell of the matrix was run. */
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
    const names = allCells.map(cellName);
    if (names.some((name) => !this.#outcomes.has(name))) return;
    writeFileSync(page, this.#page());
  }

  #page(): string {
    const outcomes = [...this.#outcomes.values()];
    const runs = outcomes.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
    const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
    const letters = Object.entries(moments).map(([letter, words]) => `${letter} ${words}`);
    return [
      '# The fault matrix',
      '',
      'Written by `npm run faults`: every cell uploads 63 MiB in eight chunks from a real Chromium to a real server',
      'process, through a line that fails at a chosen place. The waits of the tested build are divided by 20.',
      '',
      `${this.#outcomes.size} cells, ${runs} runs on ${this.#workers} workers, ${failed} failed.`,
      '',
      `Moments: ${letters.join(' · ')}.`,
      '',
      `| fault | ${Object.keys(moments).join(' | ')} |`,
      `|---|${'---|'.repeat(Object.keys(moments).length)}`,
      ...faults().map((fault) => this.#row(fault)),
      '',
      'Each cell: runs that passed of all, and the seconds of the longest one. Every run had to bring: the SHA-256 of the',
      'source, by the server and on its disk; one final object and no part file; one job of processing; no more bytes on',
      'the wire than the size and three chunks for each strike; never more acknowledged on the page than the server has;',
      'one toast for each transition; no chunk left on the device.',
      '',
      '## Figures',
      '',
      'The worst of all runs. Waits of the app are as short as they are tested; what the machine takes is not divided.',
      '',
      '| cell | figures |',
      '|---|---|',
      ...[...this.#outcomes].map(([name, { figures }]) => `| ${name} | ${worstOf(figures)} |`),
      '',
    ].join('\n');
  }

  #row(fault: string): string {
    const cells = Object.keys(moments).map((moment) => {
      const outcome = this.#outcomes.get(`${fault} · ${moment}`);
      if (!outcome) return '';
      const { passed, failed, longestMs } = outcome;
      const count = `${passed}/${passed + failed}`;
      return `${failed > 0 ? `**${count}**` : count} · ${(longestMs / 1_000).toFixed(1)} s`;
    });
    return `| ${fault} | ${cells.join(' | ')} |`;
  }
}

function faults(): string[] {
  return [...new Set(allCells.map(({ fault }) => fault))];
}
