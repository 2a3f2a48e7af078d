/** Whether the day of a meeting is still to come, in the time zone of its date; false without a date. */
export function isMeetingAhead(heldAt: string | null | undefined, now: Date): boolean {
  const [, day, sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:T.*?(?:([+-])(\d{2}):?(\d{2}))?)?$/.exec(heldAt ?? '') ?? [];
  if (day === undefined) return false;
  const offset = hours ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) : 0;
  return day > new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 10);
}
