import type { ProtocolVersion } from '#contract/document.ts';
import { formatMoment, shortName } from '#src/format/index.ts';

/** «№ 12 · 22 ноября, 13:00 · Петрова А. С.» */
export function signedOff({ number, created_at, created_by_name }: ProtocolVersion): string {
  const by = created_by_name ? shortName(created_by_name) : undefined;
  return [number && `№\u00A0${number}`, formatMoment(created_at), by].filter(Boolean).join(' · ');
}

/** «Открыта заново 21 ноября, 15:00: Опечатка в решении». */
export function reopened({ reopened_at, reopened_for }: ProtocolVersion): string {
  const when = formatMoment(reopened_at);
  return `Открыта заново${when ? ` ${when}` : ''}: ${reopened_for}`;
}
