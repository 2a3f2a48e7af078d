import * as z from 'zod/mini';
import { email } from '#contract/common.ts';

const required = 'Поле обязательно для заполнения';

/** The sign-in form. It has no minimum password length, since an older password may be shorter. */
export const credentials = z.object({ email, password: z.string().check(z.minLength(1, required)) });
export type Credentials = z.infer<typeof credentials>;

/** A token, which login answers in `data` and refresh answers without an envelope. */
export const tokenReply = z.looseObject({ token: z.string().check(z.minLength(1)) });

export const resetRequest = z.object({ email });
export type ResetRequest = z.infer<typeof resetRequest>;

/** A new password: at least 6 characters. */
export const newPassword = z
  .string()
  .check(
    z.minLength(1, { error: required, abort: true }),
    z.minLength(6, 'Пароль должен содержать минимум 6 символов'),
    z.maxLength(1000, 'Не больше 1 000 символов'),
  );

/** Check that a password and its repetition are equal; the error belongs to the repetition. */
export const equalPasswords = z.refine<{ password: string; password_confirmation: string }>(
  (form) => form.password === form.password_confirmation,
  { error: 'Пароли должны совпадать', path: ['password_confirmation'] },
);

/** The two fields of the new-password form. */
export const newPasswordForm = z
  .object({ password: newPassword, password_confirmation: z.string().check(z.minLength(1, required)) })
  .check(equalPasswords);

export const resetSubmit = z
  .object({ token: z.string().check(z.minLength(1)), email, password: newPassword, password_confirmation: z.string() })
  .check(equalPasswords);
export type ResetSubmit = z.infer<typeof resetSubmit>;
