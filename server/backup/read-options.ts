import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '#server/config/read-config.ts';

/** The options of a command; one that it does not know is refused in words. */
export function readOptions<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new StartError('Такого параметра у команды нет.', { cause });
  }
}
