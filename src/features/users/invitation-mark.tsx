import type { InvitationState, User } from '#contract/user.ts';
import { formatDay } from '#src/format/index.ts';
import { Badge, type Tone } from '#src/ui/index.ts';

const words: Record<InvitationState, string> = {
  sent: 'Приглашение отправлено',
  failed: 'Приглашение не доставлено',
  expired: 'Приглашение устарело',
  accepted: 'Приглашение принято',
};

const tones: Record<InvitationState, Tone> = { sent: 'accent', failed: 'bad', expired: 'warn', accepted: 'ok' };

/** How far a person's invitation is; nothing for who never needed one. */
export function InvitationMark({ user: { invitation, invited_at } }: { user: User }) {
  if (!invitation) return null;
  const day = invitation === 'accepted' ? '' : formatDay(invited_at);
  return <Badge tone={tones[invitation]}>{[words[invitation], day].filter(Boolean).join(' ')}</Badge>;
}
