import { type Config, readConfig } from '#server/config.ts';
import { explainStart } from '#server/explain-start.ts';
import { errorText } from '#server/platform/log/index.ts';

/** Runs a command for an administrator at a terminal; what it cannot do is said in one line, and is the exit code. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<never> {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    await work(config);
    process.exit(0);
  } catch (error) {
    const isMistyped = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    const words = isMistyped ? 'Такого параметра у команды нет.' : explainStart(error, config);
    console.error(words ?? errorText(error));
    process.exit(1);
  }
}
