import type { UseFormReturn } from 'react-hook-form';
import type { Meeting } from '#contract/meeting.ts';
import { useOffers } from '#src/data/provider/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import { GuestRows } from './guest-rows.tsx';
import { InviteCheck } from './invite-check.tsx';

interface InviteesProps {
  form: UseFormReturn<MeetingForm, unknown, MeetingForm>;
  /** The meeting that is changed; none for a new one. */
  meeting: Meeting | undefined;
}

/** The guests of a meeting, and whether everybody is told of it by mail; nothing where the server writes no such mails. */
export function Invitees({ form, meeting }: InviteesProps) {
  const { meetingInvitations } = useOffers();
  if (!meetingInvitations) return null;
  return (
    <>
      <GuestRows form={form} />
      <InviteCheck form={form} meeting={meeting} />
    </>
  );
}
