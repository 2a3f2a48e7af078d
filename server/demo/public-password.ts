import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config/read-config.ts';
import { defaultDemoPassword } from '#server/config/settings.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { people } from './demo-people.ts';

const emails = new Set<string>(Object.values(people).map(({ email }) => email));

/**
 * Throws a 403 where somebody elsewhere enters an account of the demo with the password that is public in the README:
 * no setting tells of a proxy or a tunnel in front of a server that listens on this machine alone.
 * @param entered the account's e-mail as stored, and the password that was right for it
 */
export function refusePublicPassword(request: FastifyRequest, entered: { email: string; password: string }): void {
  if (entered.password !== defaultDemoPassword || !emails.has(entered.email) || comesFromHere(request)) return;
  request.log.warn({ email: entered.email }, 'refused the public password of the demo from elsewhere: change it');
  throw new Problem(
    'forbidden',
    'Пароль демонстрации знают все, поэтому с ним входят только на компьютере самого сервера. Смените там пароль этой учётной записи',
  );
}

/** Both names count: a proxy may pass on a forwarded one that the caller invented. */
function comesFromHere({ headers, hostname, ip }: FastifyRequest): boolean {
  const asked = (headers.host ?? '').replace(/:\d+$/, '');
  return [ip, hostname, asked].every(isLoopback);
}
