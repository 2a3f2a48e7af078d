import type { LucideIcon } from 'lucide-react';

/** An icon in the look's size and stroke; decoration only, the words beside it carry the meaning. */
export function Icon({ of: Drawing, size = 20, className }: { of: LucideIcon; size?: number; className?: string }) {
  return <Drawing size={size} strokeWidth={1.75} className={className} aria-hidden focusable={false} />;
}
