/** Whether the day of a meeting is still to come, by the clock of the place that its date names; no date is none to come. */
export function isMeetingAhead(heldAt: string | null | undefined, now: Date): boolean {
  const [, day, sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:T.*?(?:([+-])(\d{2}):?(\d{2}))?)?$/.exec(heldAt ?? '') ?? [];
  if (day === undefined) return false;
  const offset = hours ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) : 0;
  return day > new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 10);
}
