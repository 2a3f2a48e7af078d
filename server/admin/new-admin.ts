import * as z from 'zod/mini';
import { newPassword } from '#contract/identity/session.ts';
import { userCreate } from '#contract/identity/user.ts';
import { uncapitalized } from '#contract/text/capitalized.ts';
import { StartError } from '#server/config/read-config.ts';
import type { Terminal } from './terminal.ts';

export type NewAdmin = { email: string; name: string; password: string };

const rules = {
  email: userCreate.shape.email,
  name: z.optional(userCreate.shape.name),
  password: newPassword,
};
const variables = { email: 'ADMIN_EMAIL', name: 'ADMIN_NAME', password: 'ADMIN_PASSWORD' } as const;
type Field = keyof typeof variables;

/**
 * Returns the new administrator by the environment; undefined if it names neither e-mail nor password: then a person is
 * asked.
 */
export function adminOfEnvironment(env: Record<string, string | undefined>): NewAdmin | undefined {
  const given = (field: Field) => env[variables[field]] || undefined;
  if (given('email') === undefined && given('password') === undefined) return undefined;
  const read = (field: Field) => {
    const { value, problem } = check(field, given(field) ?? '');
    if (problem !== undefined)
      throw new StartError(`Неверная настройка ${variables[field]}: ${uncapitalized(problem)}.`);
    return value;
  };
  return { email: read('email'), name: read('name'), password: read('password') };
}

/** Asks for the new administrator's data, each field until it is valid. */
export async function askForAdmin(terminal: Terminal): Promise<NewAdmin> {
  const asked = async (field: Field, ask: () => Promise<string>): Promise<string> => {
    const { value, problem } = check(field, await ask());
    if (problem === undefined) return value;
    terminal.say(`${problem}.`);
    return asked(field, ask);
  };
  const email = await asked('email', () => terminal.ask('E-mail: '));
  const name = await asked('name', () => terminal.ask('Фамилия, имя, отчество: '));
  return { email, name, password: await askPassword() };

  async function askPassword(): Promise<string> {
    const password = await asked('password', () => terminal.askHidden('Пароль (не показывается): '));
    if ((await terminal.askHidden('Пароль ещё раз: ')) === password) return password;
    terminal.say('Пароли должны совпадать.');
    return askPassword();
  }
}

function check(field: Field, text: string): { value: string; problem?: string | undefined } {
  const parsed = z.safeParse(rules[field], text);
  return parsed.success
    ? { value: String(parsed.data) }
    : { value: text, problem: parsed.error.issues[0]?.message ?? 'Недопустимое значение' };
}
