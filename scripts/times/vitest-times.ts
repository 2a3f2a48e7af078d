// A vitest reporter: records how long each test file took, and with what, for `npm test -- --times`.
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { recordTimes } from './recorded-times.ts';

export default class implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    for (const testModule of testModules) {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        testModule.diagnostic();
      recordTimes({
        part: testModule.project.name,
        file: relative(process.cwd(), testModule.moduleId),
        ms: {
          окружение: environmentSetupDuration + prepareDuration,
          'загрузка кода': setupDuration + collectDuration,
          тесты: duration,
        },
      });
    }
  }
}
