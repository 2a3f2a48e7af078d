// A vitest reporter: records how long each test file took, and with what, for `npm test -- --times`.
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { recordTimes } from './recorded-times.ts';

/** Setup times of worker environments already counted: each file of a worker reports the same one again. */
const known = new Set<string>();

export default class implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    for (const testModule of testModules) {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        testModule.diagnostic();
      const part = testModule.project.name;
      const isFirst = !known.has(`${part} ${environmentSetupDuration}`);
      known.add(`${part} ${environmentSetupDuration}`);
      recordTimes({
        part,
        file: relative(process.cwd(), testModule.moduleId),
        ms: {
          окружение: (isFirst ? environmentSetupDuration : 0) + prepareDuration,
          'загрузка кода': setupDuration + collectDuration,
          тесты: duration,
        },
      });
    }
  }
}
