import * as z from 'zod/mini';
import { equalPasswords, newPassword } from './session.ts';

const filled = z
  .string()
  .check(z.minLength(1, 'Поле обязательно для заполнения'), z.maxLength(1000, 'Не больше 1 000 символов'));

/** PUT /me/password: changes the person's own password; requires the current one. */
export const passwordChange = z
  .object({ current_password: filled, password: newPassword, password_confirmation: filled })
  .check(equalPasswords);
export type PasswordChange = z.output<typeof passwordChange>;
