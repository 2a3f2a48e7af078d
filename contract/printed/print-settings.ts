import type { DocumentSettings } from '#contract/document.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';

/** What versions from before the setting are dated by. */
const moscow = 'Europe/Moscow';

/** The settings of the organization, and of the body, as the builders take them, dated where the meeting was held. */
export function printSettings(
  {
    organization,
    present_limit,
    chairman_listed,
    approval,
    approver_name,
    approver_position,
    signed_by,
    qr_code,
    time_zone,
  }: DocumentSettings,
  input: DocumentInput,
): PrintSettings {
  const own = input.body?.approval;
  const isNamed = Boolean(own?.name || own?.position);
  return {
    organization,
    presentLimit: present_limit,
    chairmanListed: input.body?.chairman_listed ?? chairman_listed,
    approval: own?.is_printed ?? approval,
    approver: isNamed
      ? { name: own?.name, position: own?.position }
      : { name: approver_name, position: approver_position },
    signedBy: signed_by,
    qrCode: qr_code,
    timeZone: zoneOf(input.heldAt, time_zone),
  };
}

/** By whose calendar a protocol is dated: that of the place where it was held, where its time says so, else the office's. */
export function zoneOf(heldAt: string | null | undefined, officeZone: string | undefined): string {
  return /T[^T]*([+-]\d{2}:\d{2})$/.exec(heldAt ?? '')?.[1] ?? officeZone ?? moscow;
}
