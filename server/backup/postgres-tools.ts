import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '#server/config/read-config.ts';

const run = promisify(execFile);

/** Writes the whole database to a file, as it is at one moment. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await tool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);
}

/** Fills an empty database from such a file, whole or not at all. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const whole = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await tool('pg_restore', url, [...whole, `--dbname=${new URL(url).pathname.slice(1)}`, file]);
}

async function tool(name: string, url: string, args: string[]): Promise<void> {
  try {
    // Where their words are translated, the line that names the error could not be told from advice.
    const env = { ...process.env, LC_ALL: 'C', ...connectionOf(new URL(url)) };
    await run(name, args, { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') {
      throw new StartError(`Нужна программа ${name}: установите пакет postgresql-client той же версии, что и сервер.`, {
        cause,
      });
    }
    throw new StartError(`Программа ${name} не справилась: ${errorIn(stderr) ?? code}`, { cause });
  }
}

/** Returns the line that names the error: what follows it is detail and advice. */
function errorIn(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter(Boolean);
  return lines.find((line) => line.includes('error:')) ?? lines.at(-1);
}

/** Parameters of the address that the programs know too, by the names of their environment variables. */
const passed = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

/** Passed in the environment, because the arguments of a program are visible to everybody on the machine. */
export function connectionOf(url: URL): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = url;
  const parameters = Object.entries(passed).flatMap(([name, variable]) => {
    const value = searchParams.get(name);
    // `no-verify` is a word of the server's driver: an encrypted connection whose certificate is not checked.
    return value === null ? [] : [[variable, name === 'sslmode' && value === 'no-verify' ? 'require' : value]];
  });
  return {
    // The brackets of an IPv6 address belong to the URL.
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port || '5432',
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    ...Object.fromEntries(parameters),
  };
}
