// A vitest reporter for whole runs of the short level: fails when a test that docs/specification.md names for a sentence did
// not run and pass. That it exists is not enough: it may belong to the long level, or to the rows that are sampled there.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { noteFailure } from './list-failures.mjs';
import { root } from './node-runtime.mjs';

/** Returns what docs/specification.md names of vitest: the number of the sentence, the file and the title of the test. */
export function namedTests(text) {
  return text.split('\n').flatMap((line) => {
    const [, sentence, proofs] = /^\| (\d+\.\d+) \| .+? \| (.+) \|$/.exec(line) ?? [];
    return [...(proofs?.matchAll(/`([^`]+\.test\.tsx?)` › (.+?)(?=<br>|$)/g) ?? [])].map(([, file, title]) => ({
      sentence,
      file,
      title,
    }));
  });
}

export default class {
  onTestRunEnd(testModules, _errors, reason) {
    if (reason === 'interrupted') return;
    const passed = new Set();
    for (const { moduleId, children } of testModules) {
      // A sentence may be held by a group: all of its tests, of which at least one ran.
      const groups = [...children.allSuites()].filter(
        (suite) => suite.ok() && !suite.children.allTests('passed').next().done,
      );
      for (const { name } of [...children.allTests('passed'), ...groups])
        passed.add(`${relative(root, moduleId)} › ${name}`);
    }
    const named = namedTests(readFileSync(join(root, 'docs/specification.md'), 'utf8'));
    for (const { sentence, file, title } of named) {
      if (passed.has(`${file} › ${title}`)) continue;
      noteFailure(`docs/specification.md, ${sentence}`, `«${title}» (${file}) не выполнялся или не прошёл`);
      process.exitCode = 1;
    }
  }
}
