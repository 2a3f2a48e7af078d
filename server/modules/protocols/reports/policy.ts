import type { ReportDecision } from '#contract/tasks/report.ts';
import type { TaskStatus } from '#contract/tasks/task.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import type { ReportRow } from '../shared/report-rows.ts';

/** The same error for a task that was never theirs, one reassigned to somebody else, and one that was deleted. */
export function noSuchOwnTask(): Problem {
  return notFound('Этого поручения среди ваших нет: его передали другому исполнителю или убрали из протокола');
}

export function noSuchReport(): Problem {
  return notFound('Отчёт не найден');
}

/** Throws for a report on a task that is closed. */
export function assertReportable(status: TaskStatus): void {
  if (status === 'cancelled') throw closed('Поручение отменено: отчитываться о нём больше не нужно');
  if (status === 'done') throw closed('Поручение уже отмечено выполненным');
}

export function reportWaits(): Problem {
  return new Problem('report_waiting', 'Отчёт по этому поручению уже отправлен и ждёт подтверждения');
}

/** Throws for the withdrawal of a report that was answered. */
export function assertWithdrawable({ state }: Pick<ReportRow, 'state'>, status: TaskStatus): void {
  if (state === 'returned') throw decided('Секретарь уже вернул этот отчёт: отозвать его нельзя');
  if (state === 'confirmed' || status === 'done') throw decided('Исполнение уже подтверждено: отозвать отчёт нельзя');
}

/**
 * Throws for a second decision, for one that the state of the task does not allow, and for a return without a reason.
 */
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

const closed = (message: string) => new Problem('task_closed', message);
const decided = (message: string) => new Problem('report_decided', message);
