import type { ReportDecision } from '#contract/report.ts';
import type { TaskStatus } from '#contract/task.ts';
import { ApiError, invalidField, notFound } from '#server/platform/http/index.ts';
import type { ReportRow } from '../shared/report-rows.ts';

/** The same of a task that was never theirs, and of one that was given to somebody else or removed. */
export function noSuchOwnTask(): ApiError {
  return notFound('Этого поручения среди ваших нет: его передали другому исполнителю или убрали из протокола');
}

export function noSuchReport(): ApiError {
  return notFound('Отчёт не найден');
}

/** Refuses a report on what nobody waits for any more. */
export function assertReportable(status: TaskStatus): void {
  if (status === 'cancelled') throw closed('Поручение отменено: отчитываться о нём больше не нужно');
  if (status === 'done') throw closed('Поручение уже отмечено выполненным');
}

export function reportWaits(): ApiError {
  return new ApiError(409, 'report_waiting', 'Отчёт по этому поручению уже отправлен и ждёт подтверждения');
}

/** Refuses to take back what was answered. */
export function assertWithdrawable({ state }: Pick<ReportRow, 'state'>, status: TaskStatus): void {
  if (state === 'returned') throw decided('Секретарь уже вернул этот отчёт: отозвать его нельзя');
  if (state === 'confirmed' || status === 'done') throw decided('Исполнение уже подтверждено: отозвать отчёт нельзя');
}

/** Refuses a second decision, and one on a task that is closed; a report that is returned says why. */
export function assertDecidable(
  { state, authorId }: Pick<ReportRow, 'state' | 'authorId'>,
  { status, assigneeId }: { status: TaskStatus; assigneeId: string | null },
  { state: next, answer }: ReportDecision,
): void {
  if (state === 'withdrawn') throw decided('Исполнитель отозвал этот отчёт');
  if (state !== 'waiting') throw decided('На этот отчёт уже ответили');
  if (status === 'cancelled') throw closed('Поручение отменено: подтверждать нечего');
  if (next === 'confirmed' && authorId !== assigneeId) {
    throw closed('Поручение передали другому исполнителю: этот отчёт можно только вернуть');
  }
  if (next === 'returned' && status === 'done') throw closed('Поручение уже отмечено выполненным');
  if (next === 'returned' && !answer) throw invalidField('answer', 'Напишите, что нужно исправить');
}

const closed = (message: string) => new ApiError(409, 'task_closed', message);
const decided = (message: string) => new ApiError(409, 'report_decided', message);
