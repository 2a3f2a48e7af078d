import * as z from 'zod/mini';
import { requiredText, text } from '#contract/common.ts';

/** What is held: how the printed protocol calls it. */
export const meetingKinds = ['Совещание', 'Заседание', 'Собрание', 'Планёрка', 'Конференция'];

/** The fields of a new protocol as they are typed. */
export const newProtocolForm = z.object({
  title: requiredText(10_000),
  day: z.string().check(z.minLength(1, 'Поле обязательно для заполнения')),
  time: z.string(),
  kind: text(200),
  place: text(300),
  number: text(50),
});
export type NewProtocolForm = z.infer<typeof newProtocolForm>;
