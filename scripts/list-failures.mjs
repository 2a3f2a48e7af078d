// A vitest reporter: writes each failure's name and message to `.cache/failed-tests.txt`, which `npm test` prints once
// more at its very end. So even a log cut to its last lines says what failed.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './node-runtime.mjs';

const path = join(root, '.cache', 'failed-tests.txt');

export default class {
  onTestRunEnd(testModules, unhandledErrors) {
    const failures = [...testModules].flatMap((testModule) => [
      ...testModule.errors().map((error) => entry(testModule.moduleId, [error])),
      ...[...testModule.children.allTests('failed')].map((test) =>
        entry(`${testModule.moduleId} › ${test.fullName}`, test.result().errors),
      ),
    ]);
    const outside = unhandledErrors.map((error) => entry('вне тестов', [error]));
    if (failures.length + outside.length === 0) return;
    note([...failures, ...outside]);
  }
}

/** Adds a failure that vitest does not know of. */
export function noteFailure(name, message) {
  note([entry(name, [{ message }])]);
}

function note(entries) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, entries.map((each) => `${each}\n`).join(''));
}

/** To be called before a run: removes the failures of an earlier one. */
export function forgetFailures() {
  rmSync(path, { force: true });
}

/** What vitest kept since {@link forgetFailures}, or an empty string. */
export function listedFailures() {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function entry(name, errors) {
  const words = errors.map((error) => {
    const line = error.stacks?.[0];
    const place = line ? `\n    ${line.file.replace(root, '')}:${line.line}` : '';
    return `  ${stripVTControlCharacters(error.message).slice(0, 1500).replaceAll('\n', '\n  ')}${place}`;
  });
  return `✗ ${name.replace(root, '')}\n${words.join('\n')}`;
}
