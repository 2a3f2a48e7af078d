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
    await run(name, args, { env: { ...process.env, ...connectionOf(new URL(url)) }, maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') {
      throw new StartError(`Нужна программа ${name}: установите пакет postgresql-client той же версии, что и сервер.`, {
        cause,
      });
    }
    throw new StartError(`Программа ${name} не справилась: ${stderr.trim().split('\n').at(-1) ?? code}`, { cause });
  }
}

/** Passed in the environment, because the arguments of a program are visible to everybody on the machine. */
function connectionOf({ hostname, port, username, password, pathname, searchParams }: URL): Record<string, string> {
  return {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    ...(searchParams.has('sslmode') && { PGSSLMODE: searchParams.get('sslmode') ?? '' }),
  };
}
