import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';

interface IconProps {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}

/** An icon in the app's size and stroke; only a decoration: the words beside it carry the meaning. */
export const Icon = memo(function Icon({ of: Drawing, size = 20, className }: IconProps) {
  return <Drawing size={size} strokeWidth={1.75} className={className} aria-hidden focusable={false} />;
});

/** Returns a component of a Lucide icon for the first visit, whose screen weighs less than Lucide's own code. */
function drawing(paths: ReactNode) {
  return ({ size = 20 }: { size?: number }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {paths}
    </svg>
  );
}

export const CircleAlertIcon = drawing(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 8v4M12 16h.01" />
  </>,
);

export const CloudOffIcon = drawing(
  <>
    <path d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057" />
    <path d="M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20" />
  </>,
);
