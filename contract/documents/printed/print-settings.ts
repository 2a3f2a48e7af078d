import type { DocumentSettings } from '#contract/documents/document.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';

/** Time zone for versions that are older than the setting. */
const moscow = 'Europe/Moscow';

/** Merges the settings of the organization and of the body for the builders, with the time zone of the meeting. */
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

/**
 * Returns the zone that dates a protocol: the offset in the time of the meeting, if it has one, else the office's zone.
 */
export function zoneOf(heldAt: string | null | undefined, officeZone: string | undefined): string {
  return /T[^T]*([+-]\d{2}:\d{2})$/.exec(heldAt ?? '')?.[1] ?? officeZone ?? moscow;
}
