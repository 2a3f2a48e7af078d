/**
 * Whether the day of a meeting is still to come: in the time zone of its date, and in `zone` where that names none, as a day
 * and an instant in UTC do. False without a date.
 */
export function isMeetingAhead(heldAt: string | null | undefined, now: Date, zone: string): boolean {
  const [, day, sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:T.*?(?:([+-])(\d{2}):?(\d{2}))?)?$/.exec(heldAt ?? '') ?? [];
  if (!heldAt || day === undefined) return false;
  if (hours) {
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    return day > new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 10);
  }
  const dayIn = (moment: Date) => moment.toLocaleDateString('sv', { timeZone: zone });
  return (heldAt.endsWith('Z') ? dayIn(new Date(heldAt)) : day) > dayIn(now);
}
