import type { OutboxRow } from '../store/outbox-row.ts';

/** The text of a field as a write sends it, in a body or in form data; undefined where it sends none. */
export function sentField({ request }: Pick<OutboxRow, 'request'>, name: string): string | undefined {
  const value = request.body?.[name] ?? request.form?.find(([part]) => part === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
