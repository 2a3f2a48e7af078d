// A Playwright reporter for `npm test -- --times`: records how long each spec took, with the start of its servers and
// browsers counted separately.
import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { recordTimes } from './recorded-times.ts';

/** The fixtures that start a process, and what it is. */
const starts: Record<string, string> = {
  server: 'серверы',
  ownServer: 'серверы',
  stand: 'серверы',
  browser: 'браузеры',
};

export default class implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const ms: Record<string, number> = { тесты: result.duration };
    for (const step of fixturesIn(result.steps)) {
      const kind = starts[/(\w+)"?$/.exec(step.title)?.[1] ?? ''];
      if (!kind) continue;
      ms[kind] = (ms[kind] ?? 0) + step.duration;
      ms.тесты = (ms.тесты ?? 0) - step.duration;
    }
    recordTimes({ part: 'e2e', file: relative(process.cwd(), test.location.file), ms });
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Returns the outermost fixtures: what a fixture starts for itself counts as its own time. */
function fixturesIn(steps: TestStep[]): TestStep[] {
  return steps.flatMap((step) => (step.category === 'fixture' ? [step] : fixturesIn(step.steps)));
}
